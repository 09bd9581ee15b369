package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What a broker counts: bytes of records, and requests by kind. */
record BrokerCounters(Map<String, Double> counts) {
  private static final double LEAST = 0.001;
  private static final String REQUESTS =
      "kafka.network:type=RequestMetrics,name=RequestsPerSec,request=*,version=*";

  /** Reads the counters of a process through its management agent. */
  @SuppressWarnings("BanJNDI") // the agent is a process that this one started
  static BrokerCounters of(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      String address = machine.startLocalManagementAgent();
      machine.detach();
      try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
        return read(connector.getMBeanServerConnection());
      }
    } catch (AttachNotSupportedException | JMException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static BrokerCounters read(MBeanServerConnection beans) throws IOException, JMException {
    Map<String, Double> counts = new TreeMap<>();
    for (String name : new String[] {"BytesIn", "BytesOut"}) {
      counts.put(
          name,
          count(
              beans,
              new ObjectName(
                  "kafka.server:type=BrokerTopicMetrics,name=%sPerSec".formatted(name))));
    }
    for (ObjectName bean : beans.queryNames(new ObjectName(REQUESTS), null)) {
      counts.merge(bean.getKeyProperty("request"), count(beans, bean), Double::sum);
    }
    return new BrokerCounters(counts);
  }

  private static double count(MBeanServerConnection beans, ObjectName bean)
      throws IOException, JMException {
    return ((Number) beans.getAttribute(bean, "Count")).doubleValue();
  }

  /** What was counted since then, divided. */
  BrokerCounters since(BrokerCounters before, double divisor) {
    Map<String, Double> rates = new TreeMap<>();
    counts.forEach(
        (name, count) ->
            rates.put(name, (count - before.counts.getOrDefault(name, 0.0)) / divisor));
    return new BrokerCounters(rates);
  }

  /** The same without what would have been counted at rest. */
  BrokerCounters without(BrokerCounters rest, double times) {
    Map<String, Double> left = new TreeMap<>();
    counts.forEach(
        (name, count) -> left.put(name, count - times * rest.counts.getOrDefault(name, 0.0)));
    return new BrokerCounters(left);
  }

  /** Adds what is not negligible. */
  void put(ObjectNode figures) {
    counts.forEach(
        (name, count) -> {
          if (count >= LEAST) {
            figures.put(name, Comparison.rounded(count));
          }
        });
  }
}
