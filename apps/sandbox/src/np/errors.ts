/** A transaction that NP rejects, with every applicable code. */
export class NpError extends Error {
  readonly codes: readonly string[]
  readonly id: string
  constructor(codes: readonly string[], id = '') {
    super(codes.join(', '))
    this.codes = codes
    this.id = id
  }
}

/** For the inspector. Codes E01009xx are our own: public sources name none for these. */
export const MEANINGS: Record<string, string> = {
  EPRO0101: '取引がない',
  EPRO0102: '取引が1,000件を超える',
  EPRO0105: 'NP取引IDがない',
  EPRO0106: '同じNP取引IDがある',
  E0100003: 'NP取引IDが11桁でない',
  E0100048: '氏名がない',
  E0100049: '氏名に使えない文字がある',
  E0100050: '氏名が21文字を超える',
  E0100053: '会社名が30文字を超える',
  E0100057: '郵便番号がない',
  E0100136: '郵便番号の形式が違う',
  E0100059: '郵便番号と住所が合わない',
  E0100060: '住所がない',
  E0100061: '住所に使えない文字がある',
  E0100062: '住所が55文字を超える',
  E0100063: '電話番号がない',
  E0100065: '電話番号の形式が違う',
  E0100066: '携帯・IP電話の番号が11桁でない',
  E0100067: '固定電話の番号が10桁でない',
  E0100069: 'メールアドレスがない',
  E0100070: 'メールアドレスの形式が違う',
  E0100072: '配送先の氏名がない',
  E0100073: '配送先の氏名に使えない文字がある',
  E0100074: '配送先の氏名が21文字を超える',
  E0100083: '配送先の郵便番号と住所が合わない',
  E0100084: '配送先の住所がない',
  E0100086: '配送先の住所が55文字を超える',
  E0100089: '配送先の電話番号の形式が違う',
  E0100090: '配送先の電話番号の桁数が違う',
  E0100091: '配送先の電話番号がない',
  E0100113: '取引がない',
  E0100114: '購入者が支払い済み',
  E0100115: '出荷報告済み',
  E0100118: 'キャンセル済み',
  E0131006: '再登録済み',
  E0100901: '加盟店取引IDの形式が違う',
  E0100902: '注文日の形式が違う',
  E0100903: '決済方法が違う',
  E0100904: '請求金額が1円以上の整数でない',
  E0100905: '商品明細の形式が違う',
  E0100906: '商品明細の合計が請求金額と合わない',
  E0100907: '与信がOKでない',
  E0100908: '運送会社コードが違う',
  E0100909: '配送伝票番号の形式が違う',
}

/** Why a transaction is held: for the shop, which may contact the buyer and correct the data. */
export const HOLDS: Record<string, string> = {
  RE009: '住所の不備',
  RE014: '一時的な住所・勤務先の確認',
  RE021: '電話番号の確認',
  RE026: 'その他',
}
export const NGS: Record<string, string> = { RE001: '上限金額の超過', RE002: '情報の不備', RE003: 'その他' }
