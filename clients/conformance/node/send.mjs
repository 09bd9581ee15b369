// Makes every kind of call with the unmodified library; prints the arguments as a JSON array.
import { Analytics } from '@segment/analytics-node';

const [host, writeKey] = process.argv.slice(2);
const analytics = new Analytics({ writeKey, host, flushAt: 3 });
const failures = [];
analytics.on('error', (error) => failures.push(error));

const common = {
  context: { ip: '203.0.113.7', app: { name: 'shop', build: 7 } },
  integrations: { All: true, Webhooks: true },
};
const values = { total: 39.95, count: 3, big: 9007199254740991, ok: true, none: null, list: [1, 'ü', { deep: [] }] };
const calls = [
  ['identify', { userId: 'ada', traits: values }],
  ['track', { userId: 'ada', event: 'Order Placed', properties: values }],
  ['track', { anonymousId: 'b7c1', event: 'Signed Up', timestamp: new Date('2009-11-10T23:00:00.000Z') }],
  ['page', { userId: 'ada', category: 'Docs', name: 'Node 😀', properties: { url: 'https://example.com/?a=1&b=2' } }],
  ['screen', { anonymousId: 'b7c1', name: 'Settings', properties: { variation: 'blue' } }],
  ['group', { userId: 'ada', groupId: 'acme', traits: { name: 'Acme', employees: 329 } }],
  ['alias', { userId: 'ada', previousId: 'b7c1' }],
].map(([type, call], i) => ({ type, ...common, ...call, messageId: `node-${i}` }));

for (const { type, ...call } of calls) {
  analytics[type](call);
}
await analytics.closeAndFlush();
if (failures.length > 0) {
  console.error(failures);
  process.exit(1);
}
console.log(JSON.stringify(calls));
