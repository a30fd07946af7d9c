import type { ListFilter } from '@kushi/contract/admin/list'
import type { Queryable } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

/**
 * Queries of a list in the shop of `fillLargeShop` and `fillDeskTables`, besides those that `sampleFilterQuery` makes
 * of its filters.
 */
export interface ListCase {
  /** Queries by filter, where another value matches fewer rows. */
  samples?: Record<string, object>
  /** Words beside one that nothing has. */
  searches?: string[]
  /** Queries that intentionally read many rows, with their tables. */
  known?: Record<string, string[]>
  /** Path parameters. */
  params?(db: Queryable): Promise<object>
}

const person = ['m500@example', '姓500', 'せい500', '09000000500', '500']
const goods = ['C500-1']
/** An index on `stock` would be written by each order, and an index can't find words inside product names. */
const knownOfGoods = (filter: string) => ({
  [filter]: ['product_sku'],
  ...Object.fromEntries([...goods, '見つからない'].map((q) => [`search ${q}`, ['product']])),
})
const newest = (table: string) => async (db: Queryable) =>
  (await db.execute<{ id: number }>(sql`select max(id)::int as id from ${sql.identifier(table)}`)).rows[0]!

/** A query by a filter: a value that few rows have. */
export function sampleFilterQuery(name: string, filter: ListFilter): object {
  switch (filter.kind) {
    case 'select':
      return { [name]: [filter.options ? Object.keys(filter.options).at(-1) : '1'] }
    case 'flag':
      return { [name]: 'true' }
    case 'date':
      return { [`${name}_from`]: '2021-01-01', [`${name}_to`]: '2021-01-02' }
    case 'number':
      return { [`${name}_from`]: '90000' }
    case 'text':
      return { [name]: '500' }
  }
}

/** By call. A list that is not here is asked by `sampleFilterQuery` alone. */
export const listCases = {
  'GET /admin/v1/products': {
    samples: {
      sale_type: { sale_type: ['2'] },
      visible: { visible: 'false' },
      stock: { stock: ['out'] },
      price: { price_from: '90000' },
    },
    searches: goods,
    // Product by product, because the stock of a set is that of its parts.
    known: { ...knownOfGoods('stock'), stock: ['product', 'product_sku'] },
  },
  'GET /admin/v1/stock': {
    samples: { state: { state: ['out'] }, visible: { visible: 'false' } },
    searches: goods,
    known: knownOfGoods('state'),
  },
  'GET /admin/v1/stock/{id}/events': {
    params: async () => ({ id: 101 }),
    samples: { kind: { kind: ['correction'] } },
  },
  'GET /admin/v1/customers': {
    samples: {
      product_id: { product_id: ['12'] },
      order_count: { order_count_from: '900' },
      spent_amount: { spent_amount_from: '90000000' },
    },
    searches: person,
    // These check members one by one until 10,000 are counted.
    known: {
      has_subscription: ['customer'],
      last_ordered_on: ['customer', 'orders'],
      order_count: ['customer', 'orders'],
      spent_amount: ['customer', 'orders'],
      mail_magazine_flag: ['customer'],
      line_magazine_flag: ['customer'],
    },
  },
  'GET /admin/v1/subscriptions': {
    samples: {
      summary_status: { summary_status: ['2'] },
      next_delivery_date: { next_delivery_date_from: '2026-12-25', next_delivery_date_to: '2026-12-25' },
      failure: { failure: ['limit'] },
      retry_on: { retry_on_from: '2026-12-11', retry_on_to: '2026-12-11' },
      product_id: { product_id: ['12'] },
      product_code: { product_code: 'TN-CMB' },
      payment_method_id: { payment_method_id: ['0', '4'] },
      ended_on: { ended_on_from: '2022-03-01', ended_on_to: '2022-03-02' },
      end_reason_id: { end_reason_id: ['3'] },
      pause_reason_id: { pause_reason_id: ['3'] },
      skip_reason_id: { skip_reason_id: ['3'] },
    },
    searches: person,
  },
  'GET /admin/v1/orders': {
    samples: {
      status: { status: ['received'] },
      payment_method_id: { payment_method_id: ['3'] },
      carrier: { carrier: ['sagawa'] },
      provider_order_id: { provider_order_id: 'X500' },
      payment_state: { payment_state: ['authorised'] },
      product_id: { product_id: ['12'] },
      pref_id: { pref_id: ['1'] },
      delivery_date: { delivery_date_from: '2026-12-25', delivery_date_to: '2026-12-25' },
      payment_total: { payment_total_from: '90000' },
      product_code: { product_code: 'TN-CMB' },
      adcd: { adcd: 'AD1' },
    },
    searches: ['X500', '400000000500', ...person.filter((one) => one !== '500')],
    // Asked together with the days of a month; a further index would be written by each order.
    known: { payment_method_id: ['orders'], carrier: ['shipment'] },
  },
  'GET /admin/v1/messages': {
    samples: {
      state: { state: ['failed'] },
      kind: { kind: ['line'] },
    },
    searches: ['m500@example', '姓500'],
  },
  'GET /admin/v1/audit': {
    samples: {
      operator: { operator: ['999999'] },
      subject: { subject: '悩み' },
      field: { field: '価格' },
    },
    // Terms of one, two and more letters; a word that every entry has, an operator with few entries, and words that
    // match nothing although their letters occur.
    searches: ['敏', '頭皮', '敏感な頭皮', '注文', 'TN00000500', '鈴木', '佐藤 鈴木', 'zz'],
  },
  'GET /admin/v1/ledger': {
    samples: {
      kind: { kind: ['refund'] },
      tax_rate: { tax_rate: ['8'] },
      payment_method_id: { payment_method_id: ['2'] },
      adcd: { adcd: 'AD1' },
      product_id: { product_id: '12' },
    },
    searches: ['X500'],
    // The screens ask for them together with the days of a month.
    known: { tax_rate: ['ledger_entry'], payment_method_id: ['ledger_entry'], carrier: ['ledger_entry'] },
  },
  'GET /admin/v1/documents': {
    samples: {
      issued_on: { issued_on_from: '2021-01-01', issued_on_to: '2021-01-02' },
      amount: { amount_from: '999999', amount_to: '1000000' },
      document_type: { document_type: ['return-invoice'] },
    },
    searches: ['X500', '見つからない'],
  },
  'GET /admin/v1/settlement-lines': {
    samples: {
      state: { state: ['open'] },
      reason: { state: ['open'], reason: ['not_found'] },
      provider: { state: ['open'], provider: ['np'] },
      paid_on: { state: ['open'], paid_on_from: '2021-01-01', paid_on_to: '2021-01-02' },
      settlement_file_id: { settlement_file_id: '999' },
      captured_on: { captured_on_from: '2020-01-01', captured_on_to: '2020-01-01' },
    },
    searches: ['X500'],
  },
  'GET /admin/v1/settlement-claims': {
    samples: {
      provider: { provider: ['np'] },
      is_overdue: { is_overdue: 'false' },
    },
    searches: ['X500'],
  },
  'GET /admin/v1/inquiries': {
    samples: {
      is_waiting: { is_waiting: 'true', sort: 'created_at' },
      inquiry_status_id: { inquiry_status_id: ['4'] },
      inquiry_category_id: { inquiry_category_id: ['9'] },
      inquiry_type_id: { inquiry_type_id: ['3'] },
      operator_id: { operator_id: ['999999'] },
    },
    searches: ['Q00000500', '姓500', 'q500@example'],
  },
  'GET /admin/v1/suppliers': {
    samples: { decision: { decision: ['refused'] } },
    searches: ['S00000500', '姓500', 'q500@example'],
  },
  'GET /admin/v1/privacy-requests': {
    samples: {
      state: { state: ['working'] },
      kind: { kind: ['stop'] },
    },
  },
  'GET /admin/v1/setting/webhooks/{id}/deliveries': {
    params: newest('webhook_endpoint'),
  },
  'GET /admin/v1/setting/conversions/{id}/events': {
    params: newest('conversion_destination'),
    samples: { state: { state: 'told' }, from: { from: '2026-01-01' } },
  },
  'GET /admin/v1/shipping/batches': { samples: {} },
  'GET /admin/v1/bulk-jobs/{id}/rows': {
    params: newest('bulk_job'),
    samples: { state: { state: 'failed' } },
  },
} as Readonly<Record<string, ListCase>>
