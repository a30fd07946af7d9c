/** 預金種目 of an account that can receive a transfer, as 全銀 numbers them. */
export const BANK_ACCOUNT_TYPE_NAME = { 1: '普通', 2: '当座', 4: '貯蓄' } as const
export type BankAccountType = keyof typeof BANK_ACCOUNT_TYPE_NAME
export const BANK_ACCOUNT_TYPES = Object.keys(BANK_ACCOUNT_TYPE_NAME).map(Number) as BankAccountType[]

/** 振込での返金: `given`: the account is here; `filed`: it is in a file for the bank; `returned`: the bank could not pay it. */
export const BANK_REFUND_STATE_NAME = {
  asked: '口座を伺っています',
  given: '振込を待っています',
  filed: '振込ファイルに入れました',
  paid: '振込済み',
  returned: '振り込めませんでした',
  withdrawn: '取りやめました',
} as const
export type BankRefundState = keyof typeof BANK_REFUND_STATE_NAME

export const TRANSFER_FILE_STATE_NAME = {
  prepared: '承認待ち',
  approved: '承認済み',
  paid: '振込済み',
  dropped: '取りやめ',
} as const

const FULL =
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン\u3099\u309a「」・ー'
const HALF = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝﾞﾟ｢｣.-'
const SMALL = 'ァィゥェォッャュョヮヵヶ'
const LARGE = 'アイウエオツヤユヨワカケ'
const half = new Map([...FULL].map((sign, n) => [sign, HALF[n]!]))
const large = new Map([...SMALL].map((sign, n) => [sign, LARGE[n]!]))

/**
 * Converts a name into the form of a bank's file: `ヤマグチ ハナコ`, `やまぐち　はなこ` → `ﾔﾏｸﾞﾁ ﾊﾅｺ`. Small kana become large, and
 * letters become capitals. Characters that banks do not accept stay, so that the check below refuses the name.
 */
export const toBankTransferName = (text: string): string =>
  [
    ...text
      .normalize('NFKC')
      .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
      .normalize('NFD'),
  ]
    .map((sign) => half.get(large.get(sign) ?? sign) ?? sign)
    .join('')
    .replace(/[‐−–—]/g, '-')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()

/** 受取人名 has at most 30 signs. */
export const MAX_TRANSFER_NAME_LENGTH = 30
/** Whether a bank's transfer file accepts the name. */
export const isBankTransferName = (text: string): boolean =>
  text.length <= MAX_TRANSFER_NAME_LENGTH && /^[ｦｱ-ﾟA-Z0-9().\-/｢｣ ]+$/.test(text)

export interface BankAccount {
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  deposit_type: BankAccountType
  account_number: string
  holder: string
}

/** Returns the masked text of a bank account for display. */
export const maskedBankAccountText = ({ bank_name, branch_name, deposit_type, account_number }: BankAccount): string =>
  `${bank_name} ${branch_name} ${BANK_ACCOUNT_TYPE_NAME[deposit_type]} ****${account_number.slice(-3)}`
