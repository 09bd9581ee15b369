package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes of one cluster of the product.
 *
 * @param name the name of the cluster
 */
record ProductNodes(String name, List<Product> products, String key) implements NodeGroup {

  static ProductNodes start(DeliverSetup setup, ClusterSetup cluster, int count)
      throws IOException, InterruptedException {
    String name = "nodes" + count;
    cluster.createCluster(name);
    List<Product> products = new ArrayList<>();
    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = "node" + i;
      products.add(cluster.node(name, names[i]));
    }
    JsonNode source = products.getFirst().createdSource();
    setup.destination(
        products.getFirst(), source.required("id").asText(), setup.receiverPort(), "/hook");
    cluster.awaitShared(name, names);
    return new ProductNodes(name, products, source.required("writeKey").asText());
  }

  @Override
  public List<Integer> ports() {
    return products.stream().map(Product::port).toList();
  }

  /** Waits until profiles and usage are level with the log. */
  @Override
  public void awaitFollowers() throws IOException, InterruptedException {
    for (Product product : products) {
      product.awaitFollowers();
    }
  }

  @Override
  public List<Long> pids() {
    return products.stream().map(product -> product.child().pid()).toList();
  }

  @Override
  public void close() {
    products.forEach(Product::close);
  }
}
