import type { DeliverySlot } from '@kushi/values/delivery-slot'
import type { ReturnLayout } from './program.ts'

/** 配達時間帯区分 of ゆうパック, the same in both programs; 00: none. */
export const yupriSlots: Partial<Record<DeliverySlot, string>> = {
  ...{ am: '51', '12-14': '52', '14-16': '53', '16-18': '54', '18-20': '55', '19-21': '57' },
}
export const yupriSlotList = Object.keys(yupriSlots) as DeliverySlot[]

/** Both return the same nine columns; ゆうプリR in CP932, ゆうプリクラウド in UTF-8. */
export const yupriReturns = {
  shipment_no: 'お客様側管理番号',
  tracking_no: 'お問い合わせ番号',
  counts: [],
  bare: null,
} as const satisfies Omit<ReturnLayout, 'encoding'>
