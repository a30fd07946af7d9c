import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('.', import.meta.url)
const domains = readdirSync(source, { withFileTypes: true })
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
  /shop_id|\b(?:sameRowCondition|refersToCondition|own\w+|of[A-Z]\w*|is(?:Import|Asked|Payment))\(|\binShop\b|\bmine\b|\bnamed\b|\bown\b/

const known = [
  // The shop is found by the key with which a browser returns.
  'sales/checkout/shop-of-return.ts: eq(payment.return_key,',
  'sales/checkout/shop-of-return.ts: eq(card_registration.access_id,',
  // Parts of a condition whose other part names the shop.
  'sales/document/export-document.ts: eq(orders.order_no,',
  'sales/document/export-document.ts: eq(orders.id,',
  'sales/order/orders.ts: eq(orders.order_no,',
  'sales/order/orders.ts: eq(orders.order_no,',
  'sales/order/orders.ts: eq(orders.idempotency_key,',
  'sales/order/internal/order-source.ts: inArray(orders.pref_id,',
  'sales/order/internal/order-source.ts: eq(orders.customer_id,',
  'sales/payment/card-lock.ts: eq(card_decline.customer_id,',
  'sales/fulfilment/start-batch.ts: inArray(orders.subscription_id,',
  'sales/fulfilment/admin/labels.ts: eq(orders.id,',
  'sales/fulfilment/admin/labels.ts: inArray(orders.order_no,',
  'sales/subscription/internal/subscription-source.ts: eq(subscription.customer_id,',
  'sales/subscription/internal/subscription-source.ts: eq(subscription.id,',
  'sales/subscription/internal/subscription-source.ts: inArray(subscription.end_reason_id,',
  'sales/subscription/internal/subscription-source.ts: inArray(subscription.pause_reason_id,',
  'sales/subscription/internal/subscription-source.ts: inArray(subscription.skip_reason_id,',
  'sales/cart/unsubscribe.ts: eq(cart_tracking.customer_id,',
  'operation/bulk/admin/show-jobs.ts: eq(bulk_job.id,',
  'operation/bulk/admin/start-job.ts: inArray(source.id,',
  'people/customer/admin/import-customers.ts: inArray(customer.id,',
  'people/customer/admin/list-customers.ts: eq(customer.id,',
  'catalogue/delivery/internal/load-delivery.ts: eq(delivery.id,',
  'people/inquiry/update-inquiry-status.ts: eq(inquiry.customer_id,',
  'people/inquiry/update-inquiry-status.ts: eq(inquiry.line_id,',
  'people/inquiry/admin/desk.ts: eq(inquiry.inquiry_status_id,',
  'people/line/track-add-friend.ts: eq(ad_tracking.ad_user_id,',
  'messaging/message/internal/messages-of.ts: eq(outbox.order_id,',
  'messaging/message/internal/messages-of.ts: eq(outbox.customer_id,',
  'catalogue/product/admin/list-products.ts: inArray(product.id,',
  'operation/membership/internal/erase-as-guest.ts: inArray(inquiry.inquiry_status_id,',
  'operation/schedule/admin/plan-change.ts: eq(scheduled_change.subject_id,',
  'people/session/list-sessions.ts: eq(access_token.id,',
  'operation/membership/admin/order-evidence.ts: eq(outbox.subscription_id,',
  'people/person/admin/watch-list.ts: eq(watch_entry.customer_id,',
  'people/person/admin/watch-list.ts: eq(watch_entry.customer_id,',
  // Removing an operator deletes their keys in every shop.
  'people/operator/keys-of-operator.ts: eq(api_key.operator_id,',
]

test('every look-up of a row by its number names the shop', () => {
  const without = domains.flatMap((domain) =>
    readdirSync(new URL(domain, source), { recursive: true, encoding: 'utf8' })
      .map((file) => `${domain}/${file}`)
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
