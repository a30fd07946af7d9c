import type { DemoPersonKey } from './people.ts'

/** One purchase. A subscription repeats every `every` days, and its later deliveries are arranged automatically. */
export interface DemoPurchase {
  /** Days ago; on the current day it is a while ago, whatever the hour. */
  ago: number
  hour: number
  who: DemoPersonKey
  items: readonly (readonly [product_sku_id: number, quantity: number])[]
  /** Cash on delivery, NP後払い, GMO後払い. */
  pay: 'cash' | 'np' | 'deferred'
  every?: number
  note?: string
  /** Kept unpacked until then; `cancelled` on the same day, `returned` after its delivery. */
  fate?: 'cancelled' | 'returned' | 'sent-today'
}

/** Two months of a small brand: some customers come back, some subscribe. */
export const demoPurchases: readonly DemoPurchase[] = [
  { ago: 58, hour: 10, who: 'yuki', items: [[101, 1]], pay: 'np', every: 30 },
  { ago: 56, hour: 21, who: 'aoi', items: [[105, 1]], pay: 'cash' },
  { ago: 54, hour: 13, who: 'sakura', items: [[111, 1]], pay: 'deferred', every: 30 },
  { ago: 51, hour: 8, who: 'nao', items: [[120, 1]], pay: 'cash' },
  { ago: 48, hour: 22, who: 'rin', items: [[105, 1]], pay: 'np', every: 30 },
  { ago: 46, hour: 12, who: 'mayumi', items: [[104, 1]], pay: 'cash' },
  { ago: 43, hour: 20, who: 'shiori', items: [[105, 1]], pay: 'cash', every: 30 },
  { ago: 41, hour: 9, who: 'kaede', items: [[116, 2]], pay: 'np' },
  { ago: 38, hour: 19, who: 'haruka', items: [[101, 1]], pay: 'np', every: 30 },
  { ago: 36, hour: 23, who: 'midori', items: [[133, 1]], pay: 'cash', every: 30 },
  { ago: 34, hour: 11, who: 'aoi', items: [[115, 1]], pay: 'np' },
  { ago: 32, hour: 15, who: 'chika', items: [[109, 1]], pay: 'deferred', every: 30 },
  { ago: 29, hour: 10, who: 'miho', items: [[128, 1]], pay: 'cash', fate: 'returned' },
  { ago: 27, hour: 18, who: 'nao', items: [[102, 1]], pay: 'np' },
  { ago: 24, hour: 20, who: 'mayumi', items: [[110, 1]], pay: 'cash', fate: 'cancelled' },
  { ago: 22, hour: 7, who: 'kaede', items: [[112, 1]], pay: 'np' },
  { ago: 19, hour: 21, who: 'tomoko', items: [[102, 1]], pay: 'deferred' },
  { ago: 17, hour: 12, who: 'miho', items: [[117, 1]], pay: 'np', every: 30 },
  { ago: 15, hour: 22, who: 'sakura', items: [[121, 1]], pay: 'cash' },
  { ago: 12, hour: 9, who: 'yuki', items: [[132, 2]], pay: 'cash' },
  { ago: 10, hour: 14, who: 'rin', items: [[122, 1]], pay: 'np' },
  { ago: 8, hour: 20, who: 'shiori', items: [[124, 1]], pay: 'cash' },
  { ago: 6, hour: 11, who: 'chika', items: [[130, 1]], pay: 'np' },
  { ago: 5, hour: 19, who: 'nao', items: [[103, 1]], pay: 'deferred' },
  { ago: 4, hour: 21, who: 'kaede', items: [[106, 1]], pay: 'np' },
  { ago: 3, hour: 8, who: 'ryo', items: [[111, 1]], pay: 'np' },
  { ago: 2, hour: 20, who: 'aoi', items: [[103, 1]], pay: 'cash', fate: 'sent-today' },
  { ago: 2, hour: 22, who: 'miho', items: [[126, 1]], pay: 'np', fate: 'sent-today' },
  { ago: 1, hour: 9, who: 'rin', items: [[105, 1]], pay: 'cash' },
  { ago: 1, hour: 12, who: 'tomoko', items: [[101, 1]], pay: 'np' },
  { ago: 1, hour: 15, who: 'mayumi', items: [[109, 2]], pay: 'deferred' },
  { ago: 1, hour: 20, who: 'haruka', items: [[131, 1]], pay: 'cash' },
  { ago: 1, hour: 21, who: 'haruka', items: [[104, 1]], pay: 'cash' },
  {
    ago: 1,
    hour: 22,
    who: 'sakura',
    items: [[113, 1]],
    pay: 'np',
    note: '赤ちゃんが寝ています。インターホンは鳴らさずにお願いします。',
  },
  { ago: 0, hour: 0, who: 'midori', items: [[102, 1]], pay: 'np' },
  { ago: 0, hour: 0, who: 'yuki', items: [[121, 1]], pay: 'cash' },
]

export const demoInquiries: readonly { ago: number; who: DemoPersonKey; category: number; content: string }[] = [
  {
    ago: 2,
    who: 'kaede',
    category: 2,
    content: '先日注文したシャンプーを、定期便に切り替えることはできますか。次のお届けは来月の中ごろを希望しています。',
  },
  {
    ago: 1,
    who: 'chika',
    category: 4,
    content: 'つげ櫛のはしが欠けて届きました。写真をお送りできますので、交換の方法を教えてください。',
  },
]
