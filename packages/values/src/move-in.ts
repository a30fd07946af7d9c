/** Name of the former system (移行元), used when the operator named none. */
export const FORMER_SYSTEM_NAME = '前のシステム'

/**
 * `files`: files are being uploaded. `failed`: stopped by the reason in `error`; it can be resumed from that point. Those
 * with `back` are of 移行の取り消し, in the order of its steps.
 */
export const MOVE_IN_STATES = [
  'files',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'checking_back',
  'checked_back',
  'taking_back',
  'taken_back',
] as const
export type MoveInState = (typeof MOVE_IN_STATES)[number]

/** The states in which a process works on the move, and nothing of it can be changed. */
export const RUNNING_MOVE_IN_STATES = [
  'checking',
  'running',
  'checking_back',
  'taking_back',
] as const satisfies MoveInState[]

export const isMoveInRunning = (state: MoveInState): state is (typeof RUNNING_MOVE_IN_STATES)[number] =>
  RUNNING_MOVE_IN_STATES.some((one) => one === state)

/** A member who stays, with all their records, when a move is reverted, and the reasons. */
export interface MemberKeptByRevert {
  /** Their number in the other system, or that of a guest's order. */
  member_no: string
  customer_id: number
  reasons: string[]
}

/** The rows that a rehearsal of 移行の取り消し would remove, or that were removed. */
export interface MoveInRevertReport {
  former_system: string
  members: number
  /** ゲスト and 退会した会員 whose orders were moved in. */
  non_members: number
  addresses: number
  subscriptions: number
  orders: number
  stay_count: number
  /** At most 20,000 are kept. */
  staying: MemberKeptByRevert[]
}

/** A backup made within so many hours lets a move begin. */
export const MOVE_BACKUP_HOURS = 24

/** The text that an operator types to begin a move without a recent backup. */
export const WITHOUT_BACKUP_CONFIRMATION = 'バックアップなし'

/** Persons whose orders are imported although they are no members. They never had an account here. */
export const MOVED_NON_MEMBER_KIND_NAME = { guest: 'ゲスト', departed: '退会した会員' } as const
export type MovedNonMemberKind = keyof typeof MOVED_NON_MEMBER_KIND_NAME

/**
 * The kinds of records that are imported from a former system, in the order of import. Each kind refers to the kinds
 * before it.
 */
export const MOVE_IN_KIND_NAME = {
  products: '商品',
  members: '会員',
  addresses: 'お届け先',
  subscriptions: '定期便',
  orders: '注文',
} as const
export type MoveInKind = keyof typeof MOVE_IN_KIND_NAME
export const MOVE_IN_KINDS = Object.keys(MOVE_IN_KIND_NAME) as MoveInKind[]

const party = ['姓', '名', 'せい', 'めい', '郵便番号', '都道府県', '市区町村', '番地', '建物名', '電話番号']

interface Columns {
  /** The column with the row's number; rows with the same number belong together. */
  number: string
  needed: readonly string[]
  optional: readonly string[]
}

/** The columns of our import files, by kind. docs/moving-in.md explains them. */
export const MOVE_IN_COLUMNS: Record<MoveInKind, Columns> = {
  products: {
    number: '商品番号',
    needed: ['商品名', '商品コード', '価格'],
    optional: [
      '商品名(かな)',
      'URL用の名前',
      'カテゴリ',
      '公開',
      '販売種別',
      'キャッチコピー',
      '説明',
      '規格1の名前',
      '規格1',
      '規格2の名前',
      '規格2',
      '税率',
      '定期 初回',
      '定期 2回目から',
      '在庫',
      '上限',
      '重さ(g)',
    ],
  },
  members: {
    number: '会員番号',
    needed: ['メールアドレス', ...party.filter((head) => !['せい', 'めい', '建物名'].includes(head))],
    optional: [
      'せい',
      'めい',
      '建物名',
      '会社名',
      '生年月日',
      '性別',
      'ステータス',
      '登録日時',
      'メルマガ',
      'メルマガ同意日時',
      '会員区分',
      'ポイント',
      'LINEユーザーID',
      'GMO会員ID',
      'パスワード方式',
      'パスワードハッシュ',
      'ソルト',
      '反復回数',
    ],
  },
  addresses: {
    number: 'お届け先番号',
    needed: ['会員番号', ...party.filter((head) => !['せい', 'めい', '建物名'].includes(head))],
    optional: ['せい', 'めい', '建物名', '配送メモ'],
  },
  subscriptions: {
    number: '定期番号',
    needed: ['会員番号', '回数', '次回お届け予定日', '周期', '間隔', '商品コード', '数量', 'お支払方法'],
    optional: [
      'ステータス',
      '次々回お届け予定日',
      '次回請求日',
      '日',
      '週',
      '曜日',
      '単価',
      '調整額',
      '配送方法',
      '時間帯',
      '配送メモ',
      'GMOカード連番',
      'AmazonチャージID',
      'お届け先番号',
      '会員メールアドレス',
      '送料',
      '手数料',
      '合計',
      '申込日時',
      ...party,
    ],
  },
  orders: {
    number: '注文番号',
    needed: ['会員番号', '注文日時', '状態', '商品コード', '数量', '単価', '合計'],
    optional: [
      '定期番号',
      '回数',
      '商品名',
      '税率',
      '値引き',
      '送料',
      '手数料',
      'お支払方法',
      '配送方法',
      'お届け日',
      '配送メモ',
      '会員メールアドレス',
      ...party,
    ],
  },
}

/** Returns the column heads of an import file of this kind, required and optional ones. */
export const moveInColumnHeads = (kind: MoveInKind): string[] => [
  MOVE_IN_COLUMNS[kind].number,
  ...MOVE_IN_COLUMNS[kind].needed,
  ...MOVE_IN_COLUMNS[kind].optional,
]
