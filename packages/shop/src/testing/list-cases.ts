import { ledgerList } from '@kushi/contract/admin/accounting'
import { auditList } from '@kushi/contract/admin/audit'
import { customerList } from '@kushi/contract/admin/customer'
import { inquiryList } from '@kushi/contract/admin/inquiry'
import { issuedDocumentList } from '@kushi/contract/admin/issued-document'
import type { List } from '@kushi/contract/admin/list'
import { messageList } from '@kushi/contract/admin/message'
import { orderList } from '@kushi/contract/admin/order'
import { privacyList } from '@kushi/contract/admin/privacy'
import { productList } from '@kushi/contract/admin/product'
import { settlementClaimList, settlementLineList } from '@kushi/contract/admin/settlement'
import { stockEventList, stockList } from '@kushi/contract/admin/stock'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import { supplierList } from '@kushi/contract/admin/supplier'
import type { Queryable } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'
import { listEntries } from '../accounting/ledger/admin/entries.ts'
import { listClaims } from '../accounting/settlement/admin/claims.ts'
import { listSettlementLines } from '../accounting/settlement/admin/lines.ts'
import { listAllProducts } from '../catalogue/product/admin/list-products.ts'
import { listStock, listStockEvents } from '../catalogue/product/admin/stock.ts'
import type { OperatorContext } from '../foundation/admin/context.ts'
import { listAudit } from '../foundation/audit/list-audit.ts'
import { listWebhookDeliveries } from '../messaging/webhook/admin/deliveries.ts'
import { listJobRows } from '../operation/bulk/admin/show-jobs.ts'
import { listPrivacyRequests } from '../operation/membership/admin/requests.ts'
import { listMessages } from '../people/correspondence/admin/list-messages.ts'
import { listCustomers } from '../people/customer/admin/list-customers.ts'
import { listInquiries } from '../people/inquiry/admin/list-inquiries.ts'
import { listSuppliers } from '../people/inquiry/admin/suppliers.ts'
import { listBatches } from '../sales/fulfilment/admin/show-desk.ts'
import { listIssuedDocuments } from '../sales/order/admin/issued-documents.ts'
import { listAllOrders } from '../sales/order/admin/list-orders.ts'
import { listAllSubscriptions } from '../sales/subscription/admin/list-all.ts'

export type Listing = (ctx: OperatorContext, input: object) => Promise<{ next: string | number | null }>

/** Queries of a list in the shop of `fillLarge` and `fillDesk`, which match few rows or none. */
export interface ListCase {
  verb: Listing
  list?: List
  /** One query for each filter. */
  samples: Record<string, object>
  searches?: string[]
  /** Queries that intentionally read many rows, with their tables. */
  known?: Record<string, string[]>
  /** Path parameters. */
  params?(db: Queryable): Promise<object>
}

const aDay = { created_at_from: '2021-01-01', created_at_to: '2021-01-02' }
const person = ['m500@example', '姓500', 'せい500', '09000000500', '500', '見つからない']
const goods = ['C500-1', '見つからない']
/** An index on `stock` would be written by each order, and an index can't find words inside product names. */
const knownOfGoods = (filter: string) => ({
  [filter]: ['product_sku'],
  ...Object.fromEntries(goods.map((q) => [`search ${q}`, ['product']])),
})
const newest = (table: string) => async (db: Queryable) =>
  (await db.execute<{ id: number }>(sql`select max(id)::int as id from ${sql.identifier(table)}`)).rows[0]!

/** By call. `explain-lists.test.ts` fails for a list of the contract that is missing here. */
export const listCases = {
  'GET /admin/v1/products': {
    list: productList,
    verb: listAllProducts,
    samples: {
      category: { category: ['1'] },
      sale_type: { sale_type: ['2'] },
      visible: { visible: 'false' },
      stock: { stock: ['out'] },
      price: { price_from: '90000' },
    },
    searches: goods,
    known: knownOfGoods('stock'),
  },
  'GET /admin/v1/stock': {
    list: stockList,
    verb: listStock,
    samples: { state: { state: ['out'] }, visible: { visible: 'false' } },
    searches: goods,
    known: knownOfGoods('state'),
  },
  'GET /admin/v1/stock/{id}/events': {
    list: stockEventList,
    verb: listStockEvents,
    params: async () => ({ id: 101 }),
    samples: { kind: { kind: ['correction'] } },
  },
  'GET /admin/v1/customers': {
    list: customerList,
    verb: listCustomers,
    samples: {
      customer_rank_id: { customer_rank_id: ['1'] },
      where_did_you_know: { where_did_you_know: ['1'] },
      has_line: { has_line: 'true' },
      has_subscription: { has_subscription: 'true' },
      created_at: aDay,
    },
    searches: person,
    // The filter checks members one by one for a subscription until 10,000 are counted.
    known: { has_subscription: ['customer'] },
  },
  'GET /admin/v1/subscriptions': {
    list: subscriptionList,
    verb: listAllSubscriptions,
    samples: {
      summary_status: { summary_status: ['2'] },
      next_delivery_date: { next_delivery_date_from: '2026-12-25', next_delivery_date_to: '2026-12-25' },
      failure: { failure: ['limit'] },
      retry_on: { retry_on_from: '2026-12-11', retry_on_to: '2026-12-11' },
      product_id: { product_id: ['12'] },
      product_code: { product_code: 'TN-CMB' },
      payment_method_id: { payment_method_id: ['0', '4'] },
      created_at: aDay,
      ended_on: { ended_on_from: '2022-03-01', ended_on_to: '2022-03-02' },
      end_reason_id: { end_reason_id: ['3'] },
      customer_id: { customer_id: '500' },
    },
    searches: person,
  },
  'GET /admin/v1/orders': {
    list: orderList,
    verb: listAllOrders,
    samples: {
      status: { status: ['received'] },
      payment_method_id: { payment_method_id: ['3'] },
      shipped_on: { shipped_on_from: '2021-01-01', shipped_on_to: '2021-01-02' },
      captured_on: { captured_on_from: '2021-01-01', captured_on_to: '2021-01-02' },
      is_refunded: { is_refunded: 'true' },
      is_sent_unpaid: { is_sent_unpaid: 'true' },
      is_held: { is_held: 'true' },
      carrier: { carrier: ['sagawa'] },
      provider_order_id: { provider_order_id: 'X500' },
      payment_state: { payment_state: ['authorised'] },
      product_id: { product_id: ['12'] },
      pref_id: { pref_id: ['1'] },
      created_at: aDay,
      delivery_date: { delivery_date_from: '2026-12-25', delivery_date_to: '2026-12-25' },
      payment_total: { payment_total_from: '90000' },
      is_subscription: { is_subscription: 'true' },
      is_first: { is_first: 'true' },
      awaits_goods: { awaits_goods: 'true' },
      is_owed: { is_owed: 'true' },
      has_note: { has_note: 'true' },
      product_code: { product_code: 'TN-CMB' },
      adcd: { adcd: 'AD1' },
      customer_id: { customer_id: '500' },
    },
    searches: ['X500', '400000000500', ...person.filter((one) => one !== '500')],
    // Asked together with the days of a month; a further index would be written by each order.
    known: { payment_method_id: ['orders'], carrier: ['shipment'] },
  },
  'GET /admin/v1/messages': {
    list: messageList,
    verb: listMessages,
    samples: {
      state: { state: ['failed'] },
      kind: { kind: ['line'] },
      created_at: aDay,
      customer_id: { customer_id: '500' },
      order_id: { order_id: '500' },
    },
    searches: ['m500@example', '姓500', '見つからない'],
  },
  'GET /admin/v1/audit': {
    list: auditList,
    verb: listAudit,
    samples: {
      operator: { operator: ['999999'] },
      subject: { subject: '悩み' },
      subject_id: { subject_id: '500' },
      field: { field: '価格' },
      created_at: aDay,
    },
    // Terms of one, two and more letters; a word that every entry has, an operator with few entries, and words that
    // match nothing although their letters occur.
    searches: ['敏', '頭皮', '敏感な頭皮', '注文', 'TN00000500', '鈴木', '佐藤 鈴木', '見つからない', 'zz'],
  },
  'GET /admin/v1/ledger': {
    list: ledgerList,
    verb: listEntries,
    samples: {
      day: { day_from: '2021-01-01', day_to: '2021-01-02' },
      kind: { kind: ['refund'] },
      tax_rate: { tax_rate: ['8'] },
      payment_method_id: { payment_method_id: ['2'] },
      is_subscription: { is_subscription: 'true' },
      adcd: { adcd: 'AD1' },
      product_id: { product_id: '12' },
    },
    searches: ['X500', '見つからない'],
    // The screens ask for them together with the days of a month.
    known: { tax_rate: ['ledger_entry'], payment_method_id: ['ledger_entry'] },
  },
  'GET /admin/v1/documents': {
    list: issuedDocumentList,
    verb: listIssuedDocuments,
    samples: {
      issued_on: { issued_on_from: '2021-01-01', issued_on_to: '2021-01-02' },
      amount: { amount_from: '999999', amount_to: '1000000' },
      document_type: { document_type: ['return-invoice'] },
    },
    searches: ['X500', '見つからない'],
  },
  'GET /admin/v1/settlement-lines': {
    list: settlementLineList,
    verb: listSettlementLines,
    samples: {
      state: { state: ['open'] },
      reason: { state: ['open'], reason: ['not_found'] },
      provider: { state: ['open'], provider: ['np'] },
      paid_on: { state: ['open'], paid_on_from: '2021-01-01', paid_on_to: '2021-01-02' },
      settlement_file_id: { settlement_file_id: '999' },
    },
    searches: ['X500', '見つからない'],
  },
  'GET /admin/v1/settlement-claims': {
    list: settlementClaimList,
    verb: listClaims,
    samples: {
      provider: { provider: ['np'] },
      captured_at: { captured_at_from: '2021-01-01', captured_at_to: '2021-01-02' },
      is_overdue: { is_overdue: 'false' },
      is_over: { is_over: 'true' },
    },
    searches: ['X500', '見つからない'],
  },
  'GET /admin/v1/inquiries': {
    list: inquiryList,
    verb: listInquiries,
    samples: {
      is_waiting: { is_waiting: 'true', sort: 'created_at' },
      inquiry_status_id: { inquiry_status_id: ['4'] },
      inquiry_category_id: { inquiry_category_id: ['9'] },
      inquiry_type_id: { inquiry_type_id: ['3'] },
      operator_id: { operator_id: ['999999'] },
      created_at: aDay,
    },
    searches: ['Q00000500', '姓500', 'q500@example', '見つからない'],
  },
  'GET /admin/v1/suppliers': {
    list: supplierList,
    verb: listSuppliers,
    samples: { decision: { decision: ['refused'] }, created_at: aDay },
    searches: ['S00000500', '姓500', 'q500@example', '見つからない'],
  },
  'GET /admin/v1/privacy-requests': {
    list: privacyList,
    verb: listPrivacyRequests,
    samples: {
      state: { state: ['working'] },
      kind: { kind: ['stop'] },
      due_on: { due_on_from: '2021-01-01', due_on_to: '2021-01-02' },
    },
  },
  'GET /admin/v1/setting/webhooks/{id}/deliveries': {
    verb: listWebhookDeliveries,
    params: newest('webhook_endpoint'),
    samples: {},
  },
  'GET /admin/v1/shipping/batches': { verb: listBatches, samples: {} },
  'GET /admin/v1/bulk-jobs/{id}/rows': {
    verb: listJobRows,
    params: newest('bulk_job'),
    samples: { state: { state: 'failed' } },
  },
} as unknown as Readonly<Record<string, ListCase>>
