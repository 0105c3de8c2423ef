/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From libmicrohttpd's callbacks to a gate, a body and a route. */
#ifndef HIL_WEB_REQUEST_H
#define HIL_WEB_REQUEST_H

#include <microhttpd.h>

/** hil_web_request_handle() - MHD_AccessHandlerCallback */
enum MHD_Result hil_web_request_handle(void *server, struct MHD_Connection *c,
				       const char *url, const char *method,
				       const char *version, const char *upload,
				       size_t *upload_bytes, void **request);

/** hil_web_request_end() - MHD_RequestCompletedCallback */
void hil_web_request_end(void *server, struct MHD_Connection *c, void **request,
			 enum MHD_RequestTerminationCode why);

#endif
