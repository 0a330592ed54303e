// The lookup as a matrix product: both results side by side, and what the product costs at known sizes.
#pragma once

#include <vector>

#include "core/input/product_cost.h"
#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

struct ProductTopic {
  Table one_hot;               // (T, V): row t is 1 at ids[t], 0 elsewhere
  Table product;               // (T, d): one_hot times E
  ProductCost cost;            // of that product
  bool same_bytes = true;      // is product, byte for byte, tok_emb?
  std::vector<bool> survives;  // (V): does some slot read the row of E?

  struct Size {
    ModelSize model;
    ProductCost cost;              // of the present T
    double skipped_percent = 0.0;  // of the multiplications; 0 without any
  };
  std::vector<Size> sizes;  // one for each of model_sizes()
};

// Of the present E; of an empty sequence every grid has no row.
ProductTopic product_topic(const ToyChoices& choices, const LessonResults& results);

}  // namespace whatwhere
