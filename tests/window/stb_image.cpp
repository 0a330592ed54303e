// The one translation unit that holds stb_image.
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
