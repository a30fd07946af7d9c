import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('.', import.meta.url)
const features = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
  .map(({ name }) => name)

/**
 * Columns that identify a row: an id, or one of our numbers. A state does not, so a job may select by state over all
 * shops.
 */
const names = /\b(?:eq|inArray)\(\s*(\w+)\.(id|\w+_id|\w+_no|idempotency_key|return_key)\s*,/g
/** Tables of the installation; every other table has a shop_id. */
const ofTheInstallation = /^(?:shop|operator|operator_(?:session|role|passkey|challenge|recovery_code))$/
/** Expressions that name the shop. */
const ofShop =
  /shop_id|\b(?:isRow|refersTo|own\w+|of[A-Z]\w*|is(?:Import|Asked|Payment))\(|\binShop\b|\bmine\b|\bnamed\b|\bown\b/

const known = [
  // The shop is found by the key with which a browser returns.
  'order/shop-of-return.ts: eq(payment.return_key,',
  'order/shop-of-return.ts: eq(card_registration.access_id,',
  // Parts of a condition whose other part names the shop.
  'order/export-document.ts: eq(orders.order_no,',
  'order/export-document.ts: eq(orders.id,',
  'order/orders.ts: eq(orders.order_no,',
  'order/orders.ts: eq(orders.order_no,',
  'order/orders.ts: eq(orders.idempotency_key,',
  'order/internal/order-source.ts: inArray(orders.pref_id,',
  'order/internal/order-source.ts: eq(orders.customer_id,',
  'payment/card-lock.ts: eq(card_decline.customer_id,',
  'fulfilment/start-batch.ts: inArray(orders.subscription_id,',
  'fulfilment/admin/labels.ts: eq(orders.id,',
  'fulfilment/admin/labels.ts: inArray(orders.order_no,',
  'subscription/internal/subscription-source.ts: eq(subscription.customer_id,',
  'subscription/internal/subscription-source.ts: eq(subscription.id,',
  'abandonment/unsubscribe.ts: eq(cart_tracking.customer_id,',
  'bulk/admin/show-jobs.ts: eq(bulk_job.id,',
  'bulk/admin/start-job.ts: inArray(source.id,',
  'customer/admin/import-customers.ts: inArray(customer.id,',
  'customer/admin/list-customers.ts: eq(customer.id,',
  'delivery/internal/load-delivery.ts: eq(delivery.id,',
  'inquiry/update-inquiry-status.ts: eq(inquiry.customer_id,',
  'inquiry/update-inquiry-status.ts: eq(inquiry.line_id,',
  'inquiry/admin/desk.ts: eq(inquiry.inquiry_status_id,',
  'advertisement/track-add-friend.ts: eq(ad_tracking.ad_user_id,',
  'outbox/internal/messages-of.ts: eq(outbox.order_id,',
  'outbox/internal/messages-of.ts: eq(outbox.customer_id,',
  'product/admin/list-products.ts: inArray(product.id,',
  'privacy/internal/erase-as-guest.ts: inArray(inquiry.inquiry_status_id,',
  'schedule/admin/plan-change.ts: eq(scheduled_change.subject_id,',
  'session/list-sessions.ts: eq(access_token.id,',
  // Removing an operator deletes their keys in every shop.
  'api-key/keys-of-operator.ts: eq(api_key.operator_id,',
]

test('every look-up of a row by its number names the shop', () => {
  const without = features.flatMap((feature) =>
    readdirSync(new URL(feature, source), { recursive: true, encoding: 'utf8' })
      .map((file) => `${feature}/${file}`)
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('/testing/'))
      .flatMap((file) => lookUpsWithout(readFileSync(new URL(file, source), 'utf8')).map((one) => `${file}: ${one}`)),
  )
  expect(without.filter((one) => !known.includes(one))).toEqual([])
  // A fixed query must be removed from the list.
  expect(known.filter((one) => !without.includes(one))).toEqual([])
})

test('a look-up without a shop is found', () => {
  expect(lookUpsWithout('db.select().from(orders).where(eq(orders.id, id))')).toEqual(['eq(orders.id,'])
  expect(lookUpsWithout('const it = eq(payment.order_id, id)\nconst { shop_id } = ctx')).toEqual([
    'eq(payment.order_id,',
  ])
  expect(lookUpsWithout('.where(and(eq(orders.shop_id, shop_id), eq(orders.id, id)))')).toEqual([])
  expect(lookUpsWithout('.leftJoin(operator, eq(operator.id, note.operator_id))')).toEqual([])
})

/** Conditions by a number in an expression that does not name the shop. */
const lookUpsWithout = (text: string): string[] =>
  [...text.matchAll(names)].flatMap((found) => {
    if (ofTheInstallation.test(found[1]!)) return []
    return ofShop.test(expressionAround(text, found.index)) ? [] : [found[0].replace(/\s+/g, '')]
  })

/** The outermost call (from `where`, a join or a function of ours on), or else the line itself. */
function expressionAround(text: string, at: number): string {
  let from = text.lastIndexOf('\n', at) + 1
  for (let depth = 0, n = at - 1; n >= 0; n--) {
    if (text[n] === ')') depth++
    else if (text[n] === '(' && depth-- === 0) {
      depth = 0
      from = n
      if (!/(?:and|or|\[|\.\.\.)$/.test(text.slice(0, n).trimEnd())) break
    } else if (
      text[n] === '\n' &&
      depth === 0 &&
      /^(?:const|export|function|return)\b/.test(text.slice(n + 1).trimStart())
    )
      break
  }
  let depth = 0
  for (let n = from; n < text.length; n++) {
    if (text[n] === '(') depth++
    if (text[n] === ')' && --depth <= 0) return text.slice(from, n + 1)
  }
  return text.slice(from)
}
