#include <limits>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "interp/commands/cli.hpp"

int main(int argc, char** argv) {
#ifdef M_TRIM_THRESHOLD
  // The next frame needs the memory that a frame frees. To give it back and to ask for it again would take as long as
  // the frame.
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 64 << 20);
#endif
  return coreecs::cli(argc, argv);
}
