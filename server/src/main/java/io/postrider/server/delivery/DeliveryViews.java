package io.postrider.server.delivery;

/**
 * What the admin API shows and orders, on one node or on all together.
 *
 * @param rules decide which messages go to a destination
 */
public record DeliveryViews(
    DestinationStatuses statuses,
    StatisticsReader statistics,
    DeliveryLookup deliveries,
    AttemptSource attempts,
    Breakers breakers,
    ReplayControl replays,
    RoutingRuleChanges rules) {}
