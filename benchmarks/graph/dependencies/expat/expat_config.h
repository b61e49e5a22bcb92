// What expat's configure would find out on Linux, as far as its sources need it to be parsed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#define BYTEORDER 1234
#define HAVE_GETRANDOM 1
#define XML_CONTEXT_BYTES 1024
#define XML_DEV_URANDOM 1
#define XML_DTD 1
#define XML_GE 1
#define XML_NS 1
