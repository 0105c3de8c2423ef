/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which source and which build this program is. */
#include "rig/qualify/commit.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "rig/store/identity.h"

const char hil_commit[] =
#include <commit.inc>
	;

static const uint8_t *find_note(const uint8_t *at, size_t size, size_t *length)
{
	ElfW(Nhdr) note;

	while (size >= sizeof(note)) {
		size_t name, description;

		memcpy(&note, at, sizeof(note));
		name = (note.n_namesz + 3u) & ~(size_t)3;
		description = (note.n_descsz + 3u) & ~(size_t)3;
		if (name + description > size - sizeof(note))
			return NULL;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(at + sizeof(note), "GNU", 4)) {
			*length = note.n_descsz;
			return at + sizeof(note) + name;
		}
		at += sizeof(note) + name + description;
		size -= sizeof(note) + name + description;
	}
	return NULL;
}

/* The first object is the program itself. */
static int take_object(struct dl_phdr_info *info, size_t size, void *context)
{
	const uint8_t *id = NULL;
	size_t length = 0;
	char *text = context;

	(void)size;
	for (size_t i = 0; !id && i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			id = find_note(
				(const uint8_t *)(info->dlpi_addr +
						  info->dlpi_phdr[i].p_vaddr),
				info->dlpi_phdr[i].p_memsz, &length);
	}
	if (id && 2 * length < HIL_BUILD_ID)
		hil_identity_hex(id, length, text);
	return 1;
}

const char *hil_build_id(char text[HIL_BUILD_ID])
{
	strcpy(text, "unknown");
	dl_iterate_phdr(take_object, text);
	return text;
}
