import { CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import { DELIVERY_SLOT_NAME } from '@kushi/values/delivery-slot'
import {
  DESK_HOLD_REASON_NAME,
  SHIPMENT_STATUS_DESK_NAME,
  SHIPPING_BATCH_STATUS_NAME,
  TEMPERATURE_NAME,
  TRACKING_IMPORT_ROW_STATES,
} from '@kushi/values/shipment'
import { z } from 'zod'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fileUploadBody } from './upload.ts'

/** Maximum number of orders in a batch: as many as one person packs, and one person reads on a page. */
export const MAX_ORDERS_PER_BATCH = 300
/** Maximum size of an uploaded file in bytes; 1,000 parcels in the widest layout need half of it. */
export const MAX_TRACKING_FILE_BYTES = 1_000_000

const program = oneOf(CARRIER_PROGRAM_NAME)
const temperature = oneOf(TEMPERATURE_NAME)
const slot = oneOf(DELIVERY_SLOT_NAME)
const orderNo = z.string().min(1).max(27)
const orderNos = z.array(orderNo).min(1).max(MAX_ORDERS_PER_BATCH)
const shipmentNo = z.string().regex(/^[0-9A-Z]{1,12}$/)

/** 送り状: the address as printed on the label. */
export const LabelText = z.object({
  name: markPersonalData('name', z.string().trim().max(100)),
  postal_code: markPersonalData('phone', z.string().trim().max(8)),
  /** The address from the prefecture on, one entry per printed line. */
  address: markPersonalData('address', z.array(z.string().trim().max(150)).min(1).max(4)),
  phone_number: markPersonalData('phone', z.string().trim().max(20)),
  delivery_date: isoDate.nullable(),
  slot: slot.nullable().meta({ title: '時間帯' }),
  note: markPersonalData('text', z.string().trim().max(200)),
})
export type LabelText = z.infer<typeof LabelText>

/** An order as the shipping desk shows it. Personal data are masked for operators without the permission. */
export const ShippingDeskOrder = z.object({
  id: z.int(),
  order_no: z.string(),
  name: z.string(),
  prefecture: z.string(),
  delivery_name: z.string(),
  program: program.nullable(),
  temperatures: z.array(temperature),
  delivery_date: z.string().nullable(),
  /** お届け時間帯 as the shop calls it. */
  delivery_time: z.string().nullable(),
  /** 「椿油 2点、櫛 1点」 */
  contents: z.string(),
  pieces: z.int(),
})
export type ShippingDeskOrder = z.infer<typeof ShippingDeskOrder>

/** Actions that resolve a stopped order, in order of priority. Each value is the label of a button. */
export const STOPPED_ORDER_ACTION_NAME = {
  decide_cancel: 'キャンセルのご希望に答える',
  decide_address: '宛先の変更のご希望に答える',
  release: '出荷に戻す',
  open_setting: '設定を開く',
  open_order: '注文を開く',
  accept: 'この内容で送る',
  edit: '宛先を直す',
  decide_parcel: '1つにまとめる',
  read_note: '備考を読んだ',
} as const
/** The desk's decisions on parcels to one address, on a request to cancel, and on a request for another address. */
const PARCEL_DECISION = { together: '1つにまとめる', apart: '別々に送る' } as const
const CANCEL_DECISION = { cancel: 'キャンセルする', ship: 'このまま送る' } as const
/** Decisions on a customer's request for another address (宛先の変更のご希望). Each value is the label of a button. */
export const ADDRESS_DECISION_NAME = { correct: '宛先を直す', ship: '元の宛先に送る' } as const
export const stoppedOrderAction = oneOf(STOPPED_ORDER_ACTION_NAME)
export type StoppedOrderAction = z.infer<typeof stoppedOrderAction>

/** A stopped order (止まっている): the reasons, and the action that resolves it. */
export const StoppedOrder = z.object({
  ...ShippingDeskOrder.shape,
  /** In words, in order of priority. */
  reasons: z.array(z.string()).min(1),
  action: stoppedOrderAction,
  /** Path below /admin/, if it is resolved on another screen. */
  to: z.string().nullable(),
  /** The address as the customer wrote it; null for operators without the permission. */
  original: LabelText.nullable(),
  /** The proposed address to print instead; null: no proposal. */
  proposal: LabelText.nullable(),
  /** Maximum lengths of the address lines, for the form; empty without a program. */
  line_lengths: z.array(z.int()),
  /** The time slots to choose from. */
  slots: z.array(slot),
  note: z.string(),
  /** Orders to the same address, this one included. */
  same_address: z.array(z.string()),
  /** These orders may be packed in one box. */
  can_join: z.boolean(),
})
export type StoppedOrder = z.infer<typeof StoppedOrder>

/** A shipping batch (出荷リスト), as the list shows it. */
export const ShippingBatchListRow = z.object({
  batch_no: z.string().meta({ title: '出荷リストの番号' }),
  status: oneOf(SHIPPING_BATCH_STATUS_NAME),
  owner: z.string().meta({ title: '担当' }),
  created_at: z.iso.datetime(),
  parcels: z.int().meta({ title: '荷物の数' }),
  shipped: z.int(),
})
export type ShippingBatchListRow = z.infer<typeof ShippingBatchListRow>

const Counts = { ready: z.int(), stopped: z.int(), packed: z.int(), shipped: z.int() }

export const ShippingDesk = z.object({
  ...Counts,
  today: isoDate,
  /** 集荷の時刻; null: none is set. */
  pickup_time: z.string().nullable(),
  ready_orders: z.array(ShippingDeskOrder),
  stopped_orders: z.array(StoppedOrder),
  /** Orders for later: their number, and the day on which the first one is packed. */
  later: z.object({ orders: z.int(), from: z.string().nullable().meta({ title: '開始' }) }),
  batches: z.array(ShippingBatchListRow),
  /** Files that were read but not confirmed, or that have failed rows. */
  imports: z.array(z.object({ id: z.int(), file_name: z.string(), is_confirmed: z.boolean(), failed: z.int() })),
})
export type ShippingDesk = z.infer<typeof ShippingDesk>

/** A parcel of a batch. */
export const ShippingBatchParcel = z.object({
  shipment_no: z.string(),
  order_no: z.string(),
  pick_no: z.int().nullable(),
  name: z.string(),
  prefecture: z.string(),
  program: program.nullable(),
  temperature,
  status: oneOf(SHIPMENT_STATUS_DESK_NAME),
  tracking_no: z.string().nullable(),
  tracking_url: z.string().nullable(),
  /** Number of the parcel that it is packed into. */
  rides_with: z.string().nullable(),
  /** A 送り状ファイル already contains it. */
  is_exported: z.boolean(),
  /** The member requests a cancel: the parcel is not shipped before an operator has decided. */
  is_cancel_asked: z.boolean(),
  /** お客様対応 requests another address: likewise. */
  is_address_asked: z.boolean(),
  /** When it counts as shipped; its tracking number is already known. */
  due_at: z.iso.datetime().nullable().meta({ title: '予定の日時' }),
  /** Numbers in the list of the parcels that go into its box. */
  carries: z.array(z.int()),
  contents: z.array(
    z.object({
      product_sku_id: z.int(),
      name: z.string(),
      product_code: z.string(),
      barcode: z.string().meta({ title: 'バーコード' }),
      shelf: z.string().meta({ title: '棚番' }),
      quantity: z.int(),
    }),
  ),
  inserts: z.array(z.string()),
})
export type ShippingBatchParcel = z.infer<typeof ShippingBatchParcel>

/** A label file (送り状ファイル). */
export const ShippingFile = z.object({
  id: z.int(),
  program,
  temperature,
  file_name: z.string(),
  parcels: z.int(),
  created_at: z.iso.datetime(),
  is_cancelled: z.boolean(),
  /** The file's content is still stored. */
  is_kept: z.boolean(),
  /** It was made on an earlier day, which its labels would carry: it has to be made anew. */
  is_outdated: z.boolean(),
})
export type ShippingFile = z.infer<typeof ShippingFile>

export const ShippingBatch = z.object({
  ...ShippingBatchListRow.shape,
  is_own: z.boolean(),
  prints: z.int().meta({ title: '印刷した回数' }),
  parcel_list: z.array(ShippingBatchParcel),
  /** Parcels that are in no file yet, by program and temperature. */
  to_export: z.array(z.object({ program, temperature, parcels: z.int() })),
  files: z.array(ShippingFile),
  /** Programs of this batch that need a 取込フィルタ (the column mapping), installed once. */
  filters: z.array(program),
})
export type ShippingBatch = z.infer<typeof ShippingBatch>

/** Results of matching a row of an uploaded tracking number file. */
export const TRACKING_IMPORT_FINDING_NAME = {
  matched: '登録できます',
  done: '登録済みです',
  unknown: 'この店舗の荷物ではありません',
  different: '別の番号で発送済みです',
  cancelled: 'キャンセル済みです。送り状は使いません',
  not_packed: '出荷作業中の荷物ではありません',
  outdated: '送り状ファイルを作り直す前の番号です',
  other_carrier: '別の配送会社の荷物です',
  twice: 'ファイルの中で食い違っています',
  bad_number: '送り状番号がないか、数字が合いません',
  cancel_asked: 'キャンセルのご希望があります',
  address_asked: '宛先の変更のご希望があります',
} as const
export type TrackingImportFinding = keyof typeof TRACKING_IMPORT_FINDING_NAME

export const TrackingImportRow = z.object({
  row_no: z.int().meta({ title: '行の番号' }),
  shipment_no: z.string(),
  tracking_no: z.string(),
  order_no: z.string().nullable(),
  name: z.string(),
  finding: oneOf(TRACKING_IMPORT_FINDING_NAME),
  state: z.enum(TRACKING_IMPORT_ROW_STATES).nullable(),
  message: z.string(),
})
export type TrackingImportRow = z.infer<typeof TrackingImportRow>

export const TrackingImport = z.object({
  id: z.int(),
  file_name: z.string(),
  program,
  is_confirmed: z.boolean(),
  /** When its parcels count as shipped; null: not confirmed yet. */
  due_at: z.iso.datetime().nullable(),
  /** Rows that can be registered: not confirmed yet, taken back, or matched only now. */
  matched: z.int(),
  unknown: z.int(),
  different: z.int(),
  waiting: z.int(),
  done: z.int(),
  failed: z.int(),
  rows: z.array(TrackingImportRow),
})
export type TrackingImport = z.infer<typeof TrackingImport>

/** Bytes of a file, as base64. */
export const Base64File = z.object({ file_name: z.string(), type: z.string(), content: z.string() })

/** 出荷を止める: the reason, and for 欠品 the missing SKUs. */
const Hold = z.object({
  reason: oneOf(DESK_HOLD_REASON_NAME),
  note: markPersonalData('text', z.string().trim().max(200, '200文字までで入力してください。').default('')),
  shortage: z
    .array(
      z.object({
        product_sku_id: z.int().positive().max(2_147_483_647),
        quantity: z.int().min(1).max(9_999),
        left: z.int().min(0).max(9_999_999).optional().meta({
          title: '残りの在庫',
          description:
            'Pieces that can still be sold, without those of other orders; the stock falls to them. Left out: none.',
        }),
      }),
    )
    .max(100)
    .default([])
    .meta({ title: '欠品' }),
})

const read = { permission: 'shipment.read' } as const
const write = { permission: 'shipment.write' } as const
const ofOrder = { params: z.object({ order_no: orderNo }) }
const ofBatch = { params: z.object({ batch_no: shipmentNo }) }
const ofFile = { params: z.object({ id: idParam }) }
const ofParcel = { params: z.object({ shipment_no: shipmentNo }) }
/**
 * `matched`: the number that the operator saw. A different number is rejected,
 * because the operator has not confirmed it.
 */
const agreed = z.object({ matched: z.int().min(1) })
const missing = ['ERROR_NOT_FOUND'] as const
const moved = ['ERROR_NOT_FOUND', 'ERROR_SHIPMENT_STATUS'] as const

export const shippingAdminEndpoints = {
  'GET /admin/v1/shipping/desk': { summary: '今日の出荷', ...read, response: ShippingDesk },
  'GET /admin/v1/shipping/counts': { summary: '今日の出荷の件数', ...read, response: z.object(Counts) },
  'PUT /admin/v1/shipping/labels/{order_no}': {
    summary: '送り状の宛先を直す',
    ...write,
    ...ofOrder,
    body: LabelText.extend({
      is_postcode_confirmed: z.boolean().optional().meta({
        title: '郵便番号の確認',
        description: 'The operator has seen that the typed postcode names another town.',
      }),
    }),
    response: z.object({}),
    errors: missing,
  },
  'DELETE /admin/v1/shipping/labels/{order_no}': {
    summary: '送り状の宛先をお客様の書いたとおりに戻す',
    ...write,
    ...ofOrder,
    response: z.object({}),
    errors: missing,
  },
  'POST /admin/v1/shipping/labels': {
    summary: '送り状の提案をまとめて採用する',
    ...write,
    body: z.object({ order_nos: orderNos }),
    /** The orders whose proposal was accepted, for undo. */
    response: z.object({ order_nos: z.array(z.string()) }),
  },
  'POST /admin/v1/shipping/notes/{order_no}': {
    summary: '備考を読んだ',
    ...write,
    ...ofOrder,
    response: z.object({}),
    errors: missing,
  },
  'POST /admin/v1/shipping/parcels': {
    summary: '同じ宛先の注文をまとめる・別々に送る',
    ...write,
    body: z.object({
      order_nos: orderNos.min(2),
      parcel: oneOf(PARCEL_DECISION).meta({ title: '荷物のまとめ方' }),
    }),
    response: z.object({}),
    errors: missing,
  },
  'POST /admin/v1/shipping/cancel-requests/{order_no}': {
    summary: 'キャンセルのご希望に答える',
    ...write,
    ...ofOrder,
    body: z.object({ decision: oneOf(CANCEL_DECISION).meta({ title: '判断' }) }),
    response: z.object({}),
    errors: [...moved, 'ERROR_ORDER_STATUS'],
  },
  'POST /admin/v1/shipping/batches': {
    summary: '出荷リストを作る',
    ...write,
    body: z.object({ order_nos: orderNos }),
    response: z.object({
      batch_no: z.string(),
      parcels: z.int(),
      /** Orders that are not in the batch, and why. */
      left_out: z.array(z.object({ order_no: z.string(), reason: z.string() })),
    }),
    errors: moved,
  },
  'GET /admin/v1/shipping/batches': {
    summary: '出荷リストの一覧',
    ...read,
    query: z.object({ before: z.coerce.number<number | string>().int().optional() }),
    response: z.object({ items: z.array(ShippingBatchListRow), next: z.int().nullable() }),
  },
  'GET /admin/v1/shipping/batches/{batch_no}': {
    summary: '出荷リスト',
    ...read,
    ...ofBatch,
    response: ShippingBatch,
    errors: missing,
  },
  'POST /admin/v1/shipping/batches/{batch_no}/owner': {
    summary: '出荷リストを引き受ける',
    ...write,
    ...ofBatch,
    response: z.object({}),
    errors: missing,
  },
  'POST /admin/v1/shipping/batches/{batch_no}/prints': {
    summary: 'ピッキングリストと納品書を印刷する',
    ...write,
    personal: true,
    ...ofBatch,
    response: Base64File,
    errors: moved,
  },
  'POST /admin/v1/shipping/batches/{batch_no}/files': {
    summary: '送り状ファイルを作る',
    ...write,
    ...ofBatch,
    response: listOf(ShippingFile),
    errors: [...moved, 'ERROR_LABEL'],
  },
  'GET /admin/v1/shipping/files/{id}': {
    summary: '送り状ファイルをダウンロードする',
    ...write,
    personal: true,
    ...ofFile,
    response: Base64File,
    errors: moved,
  },
  'POST /admin/v1/shipping/files/{id}/cancel': {
    summary: '送り状ファイルを取り消す',
    ...write,
    ...ofFile,
    response: z.object({}),
    errors: moved,
  },
  'GET /admin/v1/shipping/filters/{program}': {
    summary: '送り状ソフトの取込フィルタ',
    ...read,
    params: z.object({ program }),
    response: Base64File,
    errors: missing,
  },
  'POST /admin/v1/shipping/parcels/{shipment_no}/hold': {
    summary: '荷物を出荷リストから外し、注文の出荷を止める',
    ...write,
    ...ofParcel,
    body: Hold,
    response: z.object({}),
    errors: [...moved, 'ERROR_FORBIDDEN'],
  },
  'POST /admin/v1/shipping/holds/{order_no}': {
    summary: '出荷リストに入れる前の注文を、メモを付けて保留する',
    ...write,
    ...ofOrder,
    body: z.object({
      note: markPersonalData(
        'text',
        z.string().trim().min(1, 'メモを入力してください。').max(200, '200文字までで入力してください。'),
      ),
    }),
    response: z.object({}),
    errors: moved,
  },
  'POST /admin/v1/shipping/holds/{order_no}/release': {
    summary: '止めた注文を出荷に戻す',
    ...write,
    ...ofOrder,
    /** true: the hold was a mistake, and everything is as it was before it. */
    body: z.object({ undo: z.boolean() }),
    /** Whether the parcel is back in its 出荷リスト; otherwise the order can go into the next one. */
    response: z.object({ is_in_batch: z.boolean() }),
    errors: moved,
  },
  'POST /admin/v1/shipping/address-wishes/{order_no}': {
    summary: '宛先の変更のご希望に答える',
    ...write,
    ...ofOrder,
    /** `correct`: take the parcels out and change the address; `ship`: ship to the old one. */
    body: z.object({ decision: oneOf(ADDRESS_DECISION_NAME) }),
    response: z.object({}),
    errors: [
      ...moved,
      'ERROR_ORDER_STATUS',
      'ERROR_PAYMENT_REFUSED',
      'ERROR_PAYMENT_UNAVAILABLE',
      'ERROR_PAYMENT_BUSY',
    ],
  },
  'PUT /admin/v1/shipping/parcels/{shipment_no}/tracking': {
    summary: '送り状番号を手で登録・訂正する',
    ...write,
    ...ofParcel,
    body: z.object({ tracking_no: z.string().trim().max(20).meta({ title: '送り状番号' }) }),
    response: z.object({}),
    errors: [...moved, 'ERROR_TRACKING_NO', 'ERROR_PAYMENT_UNAVAILABLE'],
  },
  'POST /admin/v1/shipping/imports': {
    summary: '発行済データを読み取る',
    ...write,
    upload: MAX_TRACKING_FILE_BYTES,
    query: z.object({ file_name: z.string().trim().min(1).max(200) }),
    body: fileUploadBody,
    response: TrackingImport,
    errors: ['ERROR_UNKNOWN_FILE'],
  },
  'GET /admin/v1/shipping/imports/{id}': {
    summary: '取込の結果',
    ...read,
    ...ofFile,
    response: TrackingImport,
    errors: missing,
  },
  'POST /admin/v1/shipping/imports/{id}/confirm': {
    summary: '取込を確定する',
    ...write,
    ...ofFile,
    body: agreed,
    response: TrackingImport,
    errors: [...missing, 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/shipping/imports/{id}/retry': {
    summary: '失敗した行をもう一度登録する',
    ...write,
    ...ofFile,
    response: TrackingImport,
    errors: missing,
  },
  'POST /admin/v1/shipping/imports/{id}/again': {
    summary: '取り消した行をもう一度登録する',
    ...write,
    ...ofFile,
    body: agreed,
    response: TrackingImport,
    errors: [...missing, 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/shipping/imports/{id}/now': {
    summary: '集荷を待たずに発送済みにする',
    ...write,
    ...ofFile,
    response: TrackingImport,
    errors: missing,
  },
  'POST /admin/v1/shipping/imports/{id}/undo': {
    summary: '集荷の前に取り消す',
    ...write,
    ...ofFile,
    /** null: all rows that are still waiting. */
    body: z.object({ shipment_no: shipmentNo.nullable() }),
    response: TrackingImport,
    errors: [...missing, 'ERROR_SHIPMENT_STATUS'],
  },
} as const satisfies AdminEndpoints
