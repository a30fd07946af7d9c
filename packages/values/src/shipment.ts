/** 出荷の状態 of one parcel, in the words of the shipping desk. */
export const SHIPMENT_STATUS_DESK_NAME = {
  ready: '出荷リストの外',
  packed: '出荷作業中',
  shipped: '発送済み',
  received: 'お届け済み',
  returned: '返品',
  cancelled: 'キャンセル',
} as const
export type ShipmentStatus = keyof typeof SHIPMENT_STATUS_DESK_NAME

/** The names that customers read. */
export const SHIPMENT_STATUS_NAME: Record<ShipmentStatus, string> = {
  ready: '発送準備中',
  packed: '発送準備中',
  shipped: '発送済み',
  received: 'お届け済み',
  returned: '返品',
  cancelled: 'キャンセル',
}

/** Whether the parcel has left the warehouse. */
export const hasLeftShop = (status: ShipmentStatus): boolean => ['shipped', 'received', 'returned'].includes(status)

interface Parcel {
  status: ShipmentStatus
  /** The file with its label, if one was written here. */
  shipping_file_id?: number | null
  collects_cash: boolean | null
}

/**
 * Whether this parcel carries the amount of cash on delivery (代金引換) of its order. A parcel without a label file counts
 * once it has left; a returned or cancelled parcel does not count.
 */
export const hasCashToCollect = ({ status, shipping_file_id = null, collects_cash }: Parcel): boolean => {
  const hasLabel = shipping_file_id !== null || hasLeftShop(status)
  return hasLabel && collects_cash !== false && status !== 'returned' && status !== 'cancelled'
}

/** 温度帯 of a parcel: 常温, 冷凍, 冷蔵. */
export const TEMPERATURE_NAME = { normal: '常温', frozen: '冷凍', chilled: '冷蔵' } as const
export type Temperature = keyof typeof TEMPERATURE_NAME
export const TEMPERATURES = Object.keys(TEMPERATURE_NAME) as Temperature[]

/**
 * Groups an order's pieces into parcels by temperature (温度帯). Frozen goods get a parcel of their own; other goods
 * share one, which is chilled if any of them is.
 */
export function groupByTemperature<P extends { temperature: Temperature }>(
  pieces: readonly P[],
): { temperature: Temperature; pieces: P[] }[] {
  const frozen = pieces.filter(({ temperature }) => temperature === 'frozen')
  const others = pieces.filter(({ temperature }) => temperature !== 'frozen')
  const isCool = others.some(({ temperature }) => temperature === 'chilled')
  return [
    { temperature: isCool ? ('chilled' as const) : ('normal' as const), pieces: others },
    { temperature: 'frozen' as const, pieces: frozen },
  ].filter((part) => part.pieces.length > 0)
}

/** Returns in how many cooled parcels goods of these temperatures travel. */
export const coolParcelCount = (all: readonly Temperature[]): number =>
  groupByTemperature(all.map((temperature) => ({ temperature }))).filter(({ temperature }) => temperature !== 'normal')
    .length

/**
 * Whether an order still travels in the same parcels at the same temperatures after goods of the temperature `more`
 * are added.
 */
export const fitsExistingParcels = (before: readonly Temperature[], more: Temperature): boolean => {
  const parcels = (all: readonly Temperature[]) =>
    groupByTemperature(all.map((temperature) => ({ temperature }))).map(({ temperature }) => temperature)
  return parcels([...before, more]).join() === parcels(before).join()
}

/**
 * Whether a SKU can be sent as letterbox mail (メール便): it is marked as light, and needs no cooling. A set needs its own
 * mark, and none of its parts may need cooling.
 */
export const fitsLetterbox = (light_flag: boolean, temperatures: readonly Temperature[]): boolean =>
  light_flag && temperatures.every((one) => one === 'normal')

/** 出荷を止めた理由 for which the shipping desk itself can hold an order. */
export const DESK_HOLD_REASON_NAME = { shortage: '欠品', address: '宛先の確認', other: 'その他' } as const
/** `person`: the order may be of somebody who had its price before, or 注意リスト or 不正注文の審査 holds it. */
export const HOLD_REASON_NAME = { ...DESK_HOLD_REASON_NAME, person: 'ご注文の確認' } as const
export type HoldReason = keyof typeof HOLD_REASON_NAME

/** 出荷リストの状態: 作成 → 印刷 → 送り状 → 取込 → 完了. The names that operators read. */
export const SHIPPING_BATCH_STATUS_NAME = {
  created: '作成',
  printed: '印刷',
  labelled: '送り状',
  imported: '取込',
  completed: '完了',
} as const
export type ShippingBatchStatus = keyof typeof SHIPPING_BATCH_STATUS_NAME
export const SHIPPING_BATCH_STATUSES = Object.keys(SHIPPING_BATCH_STATUS_NAME) as ShippingBatchStatus[]

/** 取込の一行: waiting for the truck, shipped, failed, or undone. */
export const TRACKING_IMPORT_ROW_STATES = ['waiting', 'done', 'failed', 'undone'] as const
