// What the system should expect of a mapped file. Of a large one nothing is read ahead of the rows that are
// looked at here and there, until all of a part is about to be read.
#pragma once

#include "core/model/mapped_file.h"
#include "core/model/tensor.h"

namespace whatwhere {

// All of these bytes are about to be read, from the front: the system may read ahead. An advice, which
// changes no number, and nothing at all for bytes that lie in memory.
void expect_whole(const Bytes& bytes);
inline void expect_whole(const Tensor& table) { expect_whole(table.bytes); }

}  // namespace whatwhere
