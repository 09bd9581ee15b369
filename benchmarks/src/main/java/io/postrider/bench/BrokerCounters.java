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

/** What a broker has counted since its start: bytes of records, and requests by kind. */
record BrokerCounters(Map<String, Long> counts) {
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
    Map<String, Long> counts = new TreeMap<>();
    for (String name : new String[] {"BytesIn", "BytesOut"}) {
      counts.put(
          name,
          count(
              beans,
              new ObjectName(
                  "kafka.server:type=BrokerTopicMetrics,name=%sPerSec".formatted(name))));
    }
    for (ObjectName bean : beans.queryNames(new ObjectName(REQUESTS), null)) {
      counts.merge(bean.getKeyProperty("request"), count(beans, bean), Long::sum);
    }
    return new BrokerCounters(counts);
  }

  private static long count(MBeanServerConnection beans, ObjectName bean)
      throws IOException, JMException {
    return ((Number) beans.getAttribute(bean, "Count")).longValue();
  }

  /** Adds what was counted since then, for each of a number of messages. */
  void putSince(BrokerCounters before, long messages, ObjectNode figures) {
    counts.forEach(
        (name, count) -> {
          double each = (count - before.counts.getOrDefault(name, 0L)) / (double) messages;
          if (each > 1e-6) {
            figures.put(name, Math.round(each * 1e6) / 1e6);
          }
        });
  }
}
