/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page's style sheet. Figures are drawn dark on nothing; a dark page turns
 * their lightness around and keeps their hues. Print is always light.
 */
#include "rig/report/html_page.h"

#include <stddef.h>

const char *const hil_html_style[] = {
	":root{color-scheme:light "
	"dark;--page:#f4f5f7;--card:#fff;--ink:#1f242b;"
	"--soft:#5b6470;--line:#dfe3e8;--data:#0072b2;--good:#12703a;"
	"--good-bg:#e6f4ea;--warn:#8a5300;--warn-bg:#fff3d6;--bad:#b3261e;"
	"--bad-bg:#fce8e6;--stripe:#f8f9fb}\n",
	"@media "
	"(prefers-color-scheme:dark){:root{--page:#14171b;--card:#1d2126;"
	"--ink:#e6e9ed;--soft:#9aa4b0;--line:#343b44;--data:#56b4e9;"
	"--good:#6fd08c;--good-bg:#15301f;--warn:#f2b84b;--warn-bg:#362909;"
	"--bad:#ff8a80;--bad-bg:#3d1917;--stripe:#22272d}"
	".figure svg{filter:invert(.87) hue-rotate(180deg)}}\n",
	"*{box-sizing:border-box}\n",
	"body{margin:0;background:var(--page);color:var(--ink);"
	"font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',"
	"'DejaVu Sans',sans-serif}\n",
	"main{max-width:62rem;margin:0 auto;padding:1.25rem 1rem 3rem}\n",
	"h1{font-size:1.05rem;font-weight:600;margin:0;overflow-wrap:anywhere}"
	"\n",
	"h2{font-size:1.2rem;margin:0 0 .5rem}\n",
	"h3{font-size:1rem;margin:1.25rem 0 .4rem}\n",
	"p{margin:.4rem 0}\n",
	".soft,figcaption,th,dt{color:var(--soft)}\n",
	".small{font-size:.875rem}\n",
	"code{font-family:ui-monospace,'DejaVu Sans Mono',monospace;"
	"font-size:.875em;overflow-wrap:anywhere}\n",
	"section,header{background:var(--card);border:1px solid var(--line);"
	"border-radius:.6rem;padding:1.1rem 1.25rem;margin:0 0 1rem}\n",
	"header{border-left:.5rem solid var(--mark)}\n",
	".VALID{--mark:var(--good);--mark-bg:var(--good-bg)}\n",
	".DEGRADED{--mark:var(--warn);--mark-bg:var(--warn-bg)}\n",
	".INVALID{--mark:var(--bad);--mark-bg:var(--bad-bg)}\n",
	".verdict{display:flex;align-items:center;gap:.7rem;flex-wrap:wrap;"
	"margin:.6rem 0 .2rem}\n",
	".word{font-size:1.9rem;font-weight:750;letter-spacing:.02em;"
	"line-height:1.2;color:var(--mark);background:var(--mark-bg);"
	"border-radius:.45rem;padding:.15rem .8rem}\n",
	".word::before{margin-right:.5rem}\n",
	".VALID .word::before{content:'\\2713'}\n",
	".DEGRADED .word::before{content:'!'}\n",
	".INVALID .word::before{content:'\\2717'}\n",
	".reasons{margin:.4rem 0;padding-left:1.2rem;overflow-wrap:anywhere}\n",
	".reasons b{color:var(--mark)}\n",
	".tiles{display:grid;grid-template-columns:repeat(4,"
	"minmax(0,1fr));gap:.6rem;margin:1rem 0 .2rem}\n",
	".tile{border:1px solid var(--line);border-radius:.45rem;"
	"padding:.55rem .75rem;background:var(--stripe)}\n",
	".tile .name{font-size:.8125rem;color:var(--soft)}\n",
	".tile .value{font-size:1.45rem;font-weight:650;line-height:1.25;"
	"font-variant-numeric:tabular-nums;overflow-wrap:anywhere}\n",
	".tile .value small{font-size:.85rem;font-weight:500;"
	"color:var(--soft)}\n",
	".tile .more{font-size:.8125rem;color:var(--soft)}\n",
	".scroll{overflow-x:auto}\n",
	"table{border-collapse:collapse;width:100%;"
	"font-variant-numeric:tabular-nums}\n",
	"th,td{padding:.35rem .6rem;text-align:right;white-space:nowrap;"
	"border-bottom:1px solid var(--line)}\n",
	"th{font-weight:600;font-size:.875rem}\n",
	"th:first-child,td:first-child,.left{text-align:left}\n",
	"th:first-child,td:first-child{padding-left:0}\n",
	"tbody tr:last-child td,tbody tr:last-child th{border-bottom:0}\n",
	"tbody th{color:var(--ink);font-size:1rem;font-weight:500}\n",
	".wrap td,td.wrap{white-space:normal;overflow-wrap:anywhere}\n",
	".terms{display:flex;flex-wrap:wrap;gap:.1rem .5rem;margin:0;"
	"white-space:nowrap}\n",
	".terms b{font-weight:650}\n",
	".account{display:grid;grid-template-columns:minmax(11.5rem,max-"
	"content) 1fr auto;"
	"align-items:baseline;gap:.2rem 1rem;padding:.55rem "
	"0;border-bottom:1px solid var(--line);"
	"font-variant-numeric:tabular-nums}\n",
	".account:last-of-type{border-bottom:0}\n",
	".account .sum b{font-size:1.15rem}\n",
	".state{font-weight:600;white-space:nowrap}\n",
	".ok{color:var(--good)}.no{color:var(--bad)}\n",
	".state.ok::before{content:'\\2713\\00a0'}\n",
	".state.no::before{content:'\\2717\\00a0'}\n",
	"figure{margin:.2rem 0 .6rem}\n",
	"figcaption{font-size:.875rem}\n",
	".figure svg{display:block;width:100%;height:auto}\n",
	".narrow{display:none}\n",
	".bar{display:flex;height:1.9rem;border-radius:.35rem;overflow:hidden;"
	"margin:.5rem 0 .3rem}\n",
	".bar span{min-width:2px}\n",
	".leg0{background:#0072b2}.leg1{background:#e69f00}"
	".leg2{background:#009e73}.leg3{background:#cc79a7}\n",
	".key{display:inline-block;width:.8rem;height:.8rem;border-radius:."
	"15rem;"
	"margin-right:.5rem;vertical-align:-.05rem}\n",
	"dl{display:grid;grid-template-columns:fit-content(18rem) 1fr;"
	"gap:.2rem 1.2rem;margin:.4rem 0}\n",
	"dd{margin:0;overflow-wrap:anywhere}\n",
	"dl.settings{font-size:.9rem;grid-template-columns:11.5rem "
	"1fr}dt{overflow-wrap:anywhere}\n",
	"footer{color:var(--soft);font-size:.875rem;text-align:center}\n",
	"@media (max-width:640px){main{padding:.6rem .5rem 2rem}"
	"section,header{padding:.9rem .85rem}.wide{display:none}"
	".narrow{display:block}.account{grid-template-columns:1fr auto}"
	".account .terms{grid-column:1/-1;grid-row:2}"
	".tiles{grid-template-columns:1fr 1fr}"
	".tile .value{font-size:1.2rem}.word{font-size:1.5rem}"
	"dl.settings{grid-template-columns:9rem 1fr}.from{display:none}}\n",
	"@media print{:root{color-scheme:light;--page:#fff;--card:#fff;"
	"--ink:#000;--soft:#444;--line:#ccc;--data:#0072b2;--good:#12703a;"
	"--good-bg:#fff;--warn:#8a5300;--warn-bg:#fff;--bad:#b3261e;"
	"--bad-bg:#fff;--stripe:#fff}"
	"body{font-size:9.5pt}th,td{padding:.2rem .5rem}tbody "
	"th{font-size:inherit}main{max-width:none;padding:0}"
	".figure svg{filter:none}.wide{display:block}.narrow{display:none}"
	"section,header{border-radius:0;padding:.6rem .8rem}"
	"figure,.account,tr,.tile{break-inside:avoid}"
	"h2,h3{break-after:avoid}.scroll{overflow:visible;break-inside:avoid}"
	"*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
	"@page{margin:14mm}}\n",
	NULL,
};
