/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hosts and origins: compared whole, as browsers write them. */
#include "gui-bridge/web/rule.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_host_char(char c)
{
	return isalnum((unsigned char)c) || strchr(".-:[]", c) != NULL;
}

static int add_text(struct hil_web_rules *rules, const char *text)
{
	char *host = rules->host[rules->hosts];

	if (rules->hosts == HIL_WEB_HOSTS ||
	    strlen(text) >= sizeof(rules->host[0]))
		return -ENOSPC;
	for (size_t i = 0; i <= strlen(text); i++)
		host[i] = (char)tolower((unsigned char)text[i]);
	rules->hosts++;
	return 0;
}

int hil_web_rules_add(struct hil_web_rules *rules, const char *name,
		      uint16_t port)
{
	char text[128];
	int len, ret;

	if (*name == '\0')
		return -EINVAL;
	for (const char *c = name; *c != '\0'; c++)
		if (!is_host_char(*c))
			return -EINVAL;
	len = snprintf(text, sizeof(text), "%s:%u", name, (unsigned int)port);
	if (len < 0 || (size_t)len >= sizeof(text))
		return -ENOSPC;
	ret = add_text(rules, text);
	if (ret == 0 && port == 80)
		ret = add_text(rules, name);
	return ret;
}

bool hil_web_host_allowed(const struct hil_web_rules *rules, const char *host)
{
	if (host == NULL)
		return false;
	for (size_t i = 0; i < rules->hosts; i++)
		if (strcasecmp(rules->host[i], host) == 0)
			return true;
	return false;
}

bool hil_web_origin_exact(const char *origin, const char *host)
{
	static const char scheme[] = "http://";

	if (origin == NULL || host == NULL)
		return false;
	if (strncmp(origin, scheme, sizeof(scheme) - 1) != 0)
		return false;
	return strcasecmp(origin + sizeof(scheme) - 1, host) == 0;
}

bool hil_web_token_right(const struct hil_web_rules *rules,
			 const char *authorization)
{
	static const char scheme[] = "Bearer ";
	size_t len = strlen(rules->token);
	unsigned int wrong;

	if (len == 0)
		return true;
	if (authorization == NULL ||
	    strncasecmp(authorization, scheme, sizeof(scheme) - 1) != 0)
		return false;
	authorization += sizeof(scheme) - 1;
	wrong = strlen(authorization) != len;
	for (size_t i = 0, j = 0; i < len; i++) {
		wrong |= (unsigned char)rules->token[i] ^
			 (unsigned char)authorization[j];
		if (authorization[j] != '\0')
			j++;
	}
	return wrong == 0;
}
