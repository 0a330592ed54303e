// WHATWHERE_CLONES("avx2", …) before a function: one binary for every x86-64. The function is compiled for
// the plain machine and for each of the named ones, and the loader picks what the CPU can run (an ELF ifunc,
// which glibc has). Everywhere else it is compiled once; so it is under ThreadSanitizer, which instruments
// the picking, though that runs before the sanitizer is ready. Such a function has no symbol of its own name
// with clang: other files call one that calls it.
#pragma once

#ifdef __has_feature
#define WHATWHERE_HAS_FEATURE(name) __has_feature(name)
#else
#define WHATWHERE_HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || WHATWHERE_HAS_FEATURE(thread_sanitizer)
#define WHATWHERE_CLONES(...)
#elif defined(__x86_64__) && defined(__GLIBC__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define WHATWHERE_CLONES(...) __attribute__((target_clones("default", __VA_ARGS__)))
#endif
#endif
#ifndef WHATWHERE_CLONES
#define WHATWHERE_CLONES(...)
#endif

// For what a clone calls, so that each has it with its own instructions.
#define WHATWHERE_INLINE __attribute__((always_inline)) inline
