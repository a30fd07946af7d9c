import { STOCK_EVENT_NAME } from '@kushi/values/product'
import { TEMPERATURE_NAME } from '@kushi/values/shipment'
import { z } from 'zod'
import { idempotencyKey, idParam } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { csvImportCall, exportBody, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'
import { STOCK_STATE_NAME, stockStateField } from './product.ts'
import { StockPlace } from './stock-place.ts'

export const stockList = {
  name: 'stock',
  filters: {
    state: { kind: 'select', label: '在庫の状態', options: STOCK_STATE_NAME },
    visible: { kind: 'flag', label: '販売中' },
  },
  sorts: { product_code: '商品コード' },
  sort: 'product_code',
  search: '商品コード・商品名',
} as const satisfies List

/** 在庫 of a SKU, in pieces. */
export const StockListRow = z.object({
  id: z.int(),
  product_id: z.int(),
  product_code: z.string(),
  product_name: z.string(),
  /** Its choices (香り・内容量), ready to show. */
  choices: z.string(),
  stock: z.int(),
  is_set: z
    .boolean()
    .meta({ title: 'セット', description: 'A set: its stock is that of its scarcest part and changes with it.' }),
  low_stock: z.int(),
  shelf: z.string(),
  barcode: z.string(),
  temperature: oneOf(TEMPERATURE_NAME),
  state: stockStateField,
  /** The SKU and its product are both visible. */
  is_sold: z.boolean(),
})
export type StockListRow = z.infer<typeof StockListRow>

export const stockEventList = {
  name: 'stock-events',
  filters: { kind: { kind: 'select', label: '種類', options: STOCK_EVENT_NAME } },
  sorts: { created_at: '日時' },
  sort: '-created_at',
  search: null,
} as const satisfies List

/** 入荷・訂正. `stock`: the stock after the event. */
export const StockEvent = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  kind: oneOf(STOCK_EVENT_NAME),
  quantity: z.int(),
  stock: z.int(),
  reason: z.string(),
  actor_name: z.string(),
})
export type StockEvent = z.infer<typeof StockEvent>

const params = z.object({ id: idParam })
const pieces = z.int('個数を数字で入力してください。').max(1_000_000, '1,000,000個以下で入力してください。')
const After = z.object({ stock: z.int() })

export const stockAdminEndpoints = {
  'GET /admin/v1/stock': {
    summary: '在庫一覧',
    permission: 'catalogue.read',
    query: listQuery(stockList),
    may_be_old: true,
    response: listPage(StockListRow),
  },
  'POST /admin/v1/stock/export': {
    summary: '在庫のCSVを出力する',
    permission: 'catalogue.read',
    body: exportBody(stockList),
    file: 'text/csv',
    response: FileStream,
  },
  'POST /admin/v1/stock/import/check': {
    summary: '在庫のCSVを確かめる(取り込まない)',
    permission: 'stock.write',
    trail: false,
    ...csvImportCall,
  },
  'POST /admin/v1/stock/import/run': { summary: '在庫のCSVを取り込む', permission: 'stock.write', ...csvImportCall },
  'GET /admin/v1/stock/{id}': {
    summary: '在庫',
    permission: 'catalogue.read',
    params,
    response: z.object({
      ...StockListRow.shape,
      set_aside: z.int().meta({
        title: '取り置き',
        description: 'Pieces that running contracts were promised as プレゼント; they are not in `stock`.',
      }),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/stock/{id}/events': {
    summary: '入荷・訂正の履歴',
    permission: 'catalogue.read',
    params,
    query: listQuery(stockEventList),
    response: listPage(StockEvent),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/stock/{id}/receipt': {
    summary: '入荷を記録する',
    permission: 'stock.write',
    params,
    body: z.object({
      quantity: pieces.min(1, '1個以上で入力してください。'),
      reason: z.string().max(200).meta({ title: '理由' }),
      idempotency_key: idempotencyKey,
    }),
    response: After,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/stock/{id}/correction': {
    summary: '在庫を訂正する',
    permission: 'stock.write',
    params,
    body: z.object({
      /** Pieces to add; negative: pieces to remove. */
      quantity: pieces
        .min(-1_000_000, '1,000,000個以下で入力してください。')
        .refine((n) => n !== 0, '増やす数か、減らす数(-3 など)を入力してください。'),
      reason: z.string().min(1, '理由を入力してください。').max(200),
      idempotency_key: idempotencyKey,
    }),
    response: After,
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/stock/{id}/low-stock': {
    summary: '残りわずかの目安を変える',
    permission: 'stock.write',
    params,
    body: z.object({ low_stock: pieces.min(0, '0個以上で入力してください。') }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/stock/{id}/place': {
    summary: '棚番・バーコード・温度帯を変える',
    permission: 'stock.write',
    params,
    body: StockPlace,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
