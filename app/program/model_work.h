// What only all rows of a real model tell, worked out on threads of their own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/program/kept_job.h"
#include "core/model/model.h"
#include "core/model/neighbours.h"
#include "core/model/principal_components.h"
#include "core/model/survey.h"
#include "core/tables/table.h"

namespace whatwhere {

// In which order the rows of a table are shown.
enum class RowOrder { by_id, by_norm, by_likeness };

// One of a model's tables.
struct TableKey {
  std::shared_ptr<const Model> model;
  bool is_P = false;
  const Tensor& tensor() const { return is_P ? *model->position_table() : model->token_table(); }

  // The same numbers of the same file, whatever else was chosen for the model.
  bool operator==(const TableKey& other) const {
    return is_P == other.is_P && tensor().bytes.view.data() == other.tensor().bytes.view.data() &&
           tensor().shape == other.tensor().shape;
  }
};

// What all rows of a table tell, and what is drawn of it.
struct TableFacts {
  TableSurvey survey;
  Histogram lengths;
  std::vector<std::uint32_t> near_centroid;
};

// Some rows of a table, evenly spaced: what is drawn of it until all were read.
struct Glimpse {
  std::vector<std::uint32_t> rows;  // ascending
  float range = 0.0F;               // their largest finite |x|
};

struct OrderKey {
  TableKey table;
  RowOrder order = RowOrder::by_id;
  std::size_t like = 0;  // the row that by_likeness compares with
  bool operator==(const OrderKey&) const = default;
};

// Rows in the order that was asked for, and the table in blocks of them for a picture of all of it.
struct OrderedTable {
  std::vector<std::uint32_t> rows;
  BlockExtremes blocks;
};

// The rows of E nearest to a vector.
struct NearKey {
  TableKey table;
  std::vector<float> query;  // (d)
  Metric metric = Metric::cosine;
  std::size_t k = 10;
  // By bytes: a query that holds a NaN is the same as itself.
  bool operator==(const NearKey& other) const {
    return table == other.table && metric == other.metric && k == other.k &&
           query.size() == other.query.size() && same_bytes(query, other.query);
  }
};

// Which of the lists of neighbours.
enum class NearList { query, tok_emb, input_emb };

class ModelWork {
 public:
  // Each is null until it is known; asking starts the work.
  std::shared_ptr<const Glimpse> glimpse(const TableKey& key);
  std::shared_ptr<const TableFacts> facts(const TableKey& key);
  std::shared_ptr<const OrderedTable> ordered(const OrderKey& key);
  std::shared_ptr<const PrincipalComponents> components(const TableKey& key);
  // Of the first rows of the table, `most` at most: (T, T).
  std::shared_ptr<const Table> cosines(const TableKey& key, std::size_t most);
  std::shared_ptr<const std::vector<Neighbour>> nearest(NearList list, const NearKey& key);

  KeptJob<TableKey, TableFacts>& facts_job(bool of_P) { return of_P ? facts_P_ : facts_E_; }
  KeptJob<TableKey, Table>& cosines_job() { return cosines_; }
  KeptJob<OrderKey, OrderedTable>& ordered_job() { return ordered_; }
  KeptJob<TableKey, PrincipalComponents>& components_job(bool of_P) {
    return of_P ? components_P_ : components_E_;
  }
  // What all lists of neighbours wait for, and what each does then.
  KeptJob<TableKey, std::vector<double>>& norms_job() { return norms_; }
  KeptJob<NearKey, std::vector<Neighbour>>& nearest_job(NearList list) {
    return nearest_[static_cast<std::size_t>(list)];
  }

  // Does anything run?
  bool busy() const;

 private:
  KeptJob<TableKey, Glimpse> glimpse_;
  KeptJob<TableKey, TableFacts> facts_E_;
  KeptJob<TableKey, TableFacts> facts_P_;
  KeptJob<OrderKey, OrderedTable> ordered_;
  KeptJob<TableKey, PrincipalComponents> components_E_;
  KeptJob<TableKey, PrincipalComponents> components_P_;
  KeptJob<TableKey, Table> cosines_;
  KeptJob<TableKey, std::vector<double>> norms_;                     // of E's rows
  std::array<KeptJob<NearKey, std::vector<Neighbour>>, 3> nearest_;  // by NearList
};

}  // namespace whatwhere
