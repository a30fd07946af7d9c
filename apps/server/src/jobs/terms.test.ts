import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as schema from '@kushi/db/schema/index'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { shopSchedules } from './start-jobs.ts'

/** Tables whose rows a job deletes, with the job. The terms are in docs/security.md. */
const forgotten: Record<string, string> = {
  access_token: 'session-purge',
  acting_session: 'acting-close',
  bulk_job: 'bulk-job-forget',
  bulk_job_row: 'bulk-job-forget',
  card_decline: 'decline-purge',
  cart_reminder: 'cart-tracking-forget',
  cart_sync: 'cart-sync-purge',
  cart_tracking: 'cart-tracking-forget',
  extension_note: 'extension-after',
  forecast_day: 'forecast-note',
  landing_day: 'ad-visit-forget',
  line_link_nonce: 'line-nonce-purge',
  line_webhook_event: 'line-event-purge',
  move_in: 'move-in-forget',
  nonce: 'nonce-purge',
  one_time_token: 'token-purge',
  operator_invitation: 'operator-forget',
  operator_session: 'operator-forget',
  order_request: 'order-request-forget',
  picture: 'picture-removal',
  rate_limit: 'limit-purge',
  restock_request: 'product-restocked',
  sales_due: 'sales-roll',
  security_event: 'security-event-purge',
  self_check: 'self-purchase',
  shipping_import: 'shipping-file-forget',
  webhook_delivery: 'webhook-forget',
}

/** All others, by what bounds them. A new table belongs to the first of these that is true of it, or needs a job. */
const kept: Record<string, string> = {
  'goes with the row above it (on delete cascade)': 'move_in_file shipping_import_row',
  'what the shop has set, as much as its operators enter': `ad_campaign ad_cost ad_cost_layout api_key article cart_abandonment_setting category client
    customer_rank delivery delivery_lead delivery_prefecture_fee delivery_time extension_setting former_name home_block inquiry_template
    journal_account journal_tax_word master_data message_text operator operator_passkey operator_recovery_code operator_role payment_hold
    person_sign_progress product product_image product_related product_sku product_worry promotion promotion_code sales_basis
    report_mail sandbox_setting saved_view scheduled_change seed seller_term settlement_layout settlement_term shipping_insert shipping_setting shop
    shop_account shop_carrier shop_content shop_payment shop_payment_fee sku_cost transfer_sender voice webhook_endpoint worry`,
  'what happened in the shop, for as long as its books: grows with orders and work, never by a visitor alone': `audit_event bank_refund billing_attempt
    closing_event customer_rank_decision issued_document journal_export journal_export_part ledger_entry moved_row order_check order_credit order_credit_item
    order_document order_evidence order_fact order_item order_note order_point order_status_event orders payment payment_difference payment_event payment_notice
    payment_refund price_history price_offer privacy_incident product_day promotion_use sales_day settlement_file settlement_line settlement_payout shipment
    shipment_event shipment_item shipping_batch shipping_decision shipping_file stock_event subscription subscription_benefit subscription_cycle
    subscription_event subscription_fact subscription_note subscription_order_item subscription_reason transfer_file`,
  'a person, until 退会 or 削除 (operation/membership)': `ad_letter ad_optout card_registration cart_item consent_event customer
    customer_address customer_fact customer_note customer_rank_event inquiry inquiry_message inquiry_photograph line_friend person_sign referral_code point_account point_entry
    privacy_request promotion_member watch_entry`,
  'its text or its person is forgotten by a job, the row stays': 'ad_tracking order_visit outbox',
  'the next one deletes it': 'operator_challenge',
}

const tables = Object.values(schema)
  .filter((one) => is(one, PgTable))
  .map((one) => getTableName(one as PgTable))
const ofKept = Object.values(kept).flatMap((names) => names.split(/\s+/))

test('every table has a job that deletes its rows, or says what bounds them', () => {
  const named = [...Object.keys(forgotten), ...ofKept]
  expect(
    tables.filter((name) => !named.includes(name)),
    'without a term',
  ).toEqual([])
  expect(
    named.filter((name, at) => !tables.includes(name) || named.indexOf(name) !== at),
    'gone, or named twice',
  ).toEqual([])
})

const root = join(import.meta.dirname, '../../../..')
const jobs = readFileSync(join(import.meta.dirname, 'start-jobs.ts'), 'utf8')

/** The texts of a job's verbs, and of the files that these import from their own feature. */
function textsOf(job: string): string {
  const line = jobs.slice(jobs.indexOf(`'${job}': `)).split(/\n {2}\S/, 1)[0]!
  return [...jobs.matchAll(/import \{ ([^}]+) \} from '@kushi\/shop\/([^']+)'/g)]
    .filter(([, names]) => names!.split(', ').some((name) => new RegExp(`\\b${name}\\b`).test(line)))
    .map(([, , path]) => {
      const file = join(root, 'packages/shop/src', `${path}.ts`)
      const text = readFileSync(file, 'utf8')
      const near = [...text.matchAll(/from '(\.\/[^']+)'/g)].map(([, one]) => resolve(file, '..', one!))
      return [text, ...near.map((one) => readFileSync(one, 'utf8'))].join('\n')
    })
    .join('\n')
}

const security = readFileSync(join(root, 'docs/security.md'), 'utf8')
const terms = security.slice(security.indexOf('## What is forgotten')).split('\n## ', 2).join('\n')

test.each(Object.entries(forgotten))('%s: %s deletes it, and docs/security.md says when', (table, job) => {
  expect(shopSchedules).toHaveProperty(job)
  expect(textsOf(job)).toMatch(new RegExp(`delete\\(${table}(Table)?\\)|delete from (\\$\\{)?${table}\\b`))
  expect(terms).toContain(`\`${table}\``)
})
