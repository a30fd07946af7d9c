import { ACCOUNT_LINKING_PAYMENT_METHODS, PAYMENT_METHODS } from '@kushi/values/payment-method'
import type { StoryOutcome } from './live.ts'
import { families } from './moves/index.ts'
import { RARE } from './rare.ts'

/** What the players are to bring together; a pair that no story had is a fault of theirs. */
const FEATURES = [
  '単品',
  '定期',
  '年払い',
  'セット',
  'ギフト包装',
  'クーポン',
  'ポイント',
  ...PAYMENT_METHODS.map(({ name }) => name),
  '申し込みページ',
  'ページの特典',
  'ご案内',
  '電話注文',
  '出荷',
  'お届け済み',
  'キャンセル',
  '返金',
  '変更',
  '宛先の変更を頼む',
  '再送・交換',
  '荷物の戻りを記録',
  '分納',
  '欠品',
  '送り状ファイル',
  '2回目から',
  'お休み',
  '休止',
  '解約',
  '再開',
  '数量の変更',
  '移行',
  '統合',
  '退会',
  '削除',
  '保留',
  'あとから追加',
  '年払いの返金',
  '代引のファイル',
  '受け取り拒否',
  'LINE',
  'ゲスト',
  '購入時の登録',
  '転居',
]
/** Of these an order has one at the most. */
const APART: readonly (readonly string[])[] = [
  ['単品', '定期'],
  ...['2回目から', 'お休み', '休止', '解約', '再開', '数量の変更'].flatMap((own) => [
    ['単品', own],
    ['ギフト包装', own],
  ]),
  ['単品', '年払い'],
  ...['定期', '年払い', 'ギフト包装', '電話注文'].map((other) => ['あとから追加', other]),
  ...['代引のファイル', '受け取り拒否'].flatMap((own) => [
    ...PAYMENT_METHODS.filter(({ id }) => id !== null).map(({ name }) => [own, name]),
    [own, '年払い'],
    [own, '年払いの返金'],
  ]),
  ...['単品', 'ギフト包装', 'あとから追加'].map((other) => ['年払いの返金', other]),
  ['ギフト包装', '定期'],
  ['ギフト包装', '年払い'],
  PAYMENT_METHODS.map(({ name }) => name),
  ...['申し込みページ', 'ページの特典', 'ご案内'].map((own) => [own, '電話注文']),
  ['申し込みページ', 'ギフト包装'],
  ['ページの特典', 'ギフト包装'],
  ...['申し込みページ', 'ページの特典', 'ご案内'].map((own) => [own, '移行']),
  ...PAYMENT_METHODS.filter((method) => !method.can_be_raised).map(({ name }) => ['あとから追加', name]),
  ...ACCOUNT_LINKING_PAYMENT_METHODS.flatMap(({ name }) => [
    [name, '年払い'],
    [name, '電話注文'],
  ]),
  ...PAYMENT_METHODS.filter((method) => method.is_once_only).flatMap(({ name, kind }) => [
    // 前払い pays its first delivery.
    ...(kind === 'prepaid' ? [] : [[name, '定期']]),
    [name, '年払い'],
    [name, '電話注文'],
  ]),
]
/** Rare states that some story should reach. */
const SOMETIMES = [
  ...Object.keys(RARE),
  'an order was sent twice',
  'an order of 0 yen',
  'an order with a present',
  'a page gave its promotion',
  'an offer beside was taken',
  'an offer instead was taken',
  'the clock jumped',
  'a month was closed',
  'points expired',
  'the shop closed for some days',
  'a settlement file was read',
  'a settlement file was taken back',
  'two members were merged',
  'a number was paid at a コンビニ',
  'a number was paid too late',
  'an account was paid by transfer',
  'too little was transferred',
  'too much was transferred',
  'a transfer came too late',
  'a paid account was paid again',
  'too little was taken as paid',
  'a wallet was linked',
  'a wallet was closed at its provider',
  'a wallet was unlinked',
  'a contract moved to a wallet',
  'a delivery was charged to a wallet',
  'a charge was given back because its order was called off',
  'a proposal of the pace was taken',
  'an item was left out of a delivery',
  'an address book was edited',
  'a link paid a refused delivery',
  'a member left',
  'a member stayed after all',
  'a member moved in',
  'parcels left by a carrier’s file',
  'a carrier’s file was taken back',
  'labels were made anew',
  'a move was run again',
  'a move was taken back',
  'a move was taken back but for who lived on',
  'a delivery of a contract that moved in was arranged',
  'a member was erased',
  'a guest moved in',
  'a rest was given back',
  'a carrier paid another sum',
  'a carrier paid twice',
  'a carrier paid what was refused',
  'a line of a settlement: accept',
  'a line of a settlement: keep',
  'a line of a settlement: assign',
  'a debt was paid by transfer',
  'a transfer came back',
  'a LINE account was linked',
  'a LINE account was unlinked',
  'two members came with one LINE account',
  'a notice of LINE was lost',
  'a notice of LINE came twice',
  'a password was set',
  'an e-mail was changed',
  'a card: 削除',
  'a link paid an order by phone',
  'a set was changed',
  'a button was pressed twice',
  'two at once',
  'a day was worked twice',
  'cut',
  'killed',
  'killed asking',
  'killed answered',
]

/** What many stories reached together. */
export class Matrix {
  readonly #pairs = new Map<string, number>()
  readonly #reached = new Map<string, number>()
  readonly #played = new Map<string, number>()
  /** How each call was refused, and how often. */
  readonly #refused = new Map<string, Map<string, number>>()

  add({ world: { met, reached, said } }: Pick<StoryOutcome, 'world'>): void {
    const count = (map: Map<string, number>, key: string, n = 1) => map.set(key, (map.get(key) ?? 0) + n)
    for (const features of met.values())
      for (const a of features) for (const b of features) if (a < b) count(this.#pairs, `${a} × ${b}`)
    for (const [name, times] of reached) count(this.#reached, name, times)
    for (const { key, status, error, message } of said)
      if (status < 300) count(this.#played, key)
      else {
        const refusals = this.#refused.get(key) ?? new Map<string, number>()
        this.#refused.set(key, refusals)
        count(refusals, `${status} ${error ?? ''} ${message?.slice(0, 60) ?? ''}`)
      }
  }

  /** Pairs, rare states and calls that no story had. */
  tell(): string {
    const pairs = FEATURES.flatMap((a, n) =>
      FEATURES.slice(n + 1)
        .filter((b) => !APART.some((all) => all.includes(a) && all.includes(b)))
        .map((b) => (a < b ? `${a} × ${b}` : `${b} × ${a}`)),
    )
    const calls = families.everyCall.flatMap(({ calls: own }) => own ?? [])
    const empty = pairs.filter((pair) => !this.#pairs.has(pair))
    return [
      `${pairs.length - empty.length} of ${pairs.length} pairs of features met. Never: ${empty.join(', ') || 'none'}`,
      `Rare states: ${[...this.#reached].map(([name, times]) => `${name} ${times}`).join(', ')}. Never: ${SOMETIMES.filter((one) => !this.#reached.has(one)).join(', ') || 'none'}`,
      `${calls.filter((key) => this.#played.has(key)).length} of ${calls.length} calls were answered with a success at least once. Never:`,
      ...calls.filter((key) => !this.#played.has(key)).map((key) => `  ${key}: ${this.#whyNot(key)}`),
    ].join('\n')
  }

  /** The most frequent refusals of a call that never succeeded. */
  #whyNot(key: string): string {
    const all = [...(this.#refused.get(key) ?? [])].sort(([, a], [, b]) => b - a)
    return all.length === 0
      ? 'not tried'
      : all
          .slice(0, 3)
          .map(([words, times]) => `${times}× ${words}`)
          .join(' / ')
  }
}
