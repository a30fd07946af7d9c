import type { Fields } from './wire.ts'

/** One or more ErrInfo codes; business errors are returned with HTTP 200. */
export class GmoError extends Error {
  readonly infos: readonly string[]
  constructor(...infos: string[]) {
    super(infos.join('|'))
    this.infos = infos
  }
}

/** `42G120000` belongs to `G12`, `EX1000302` to `EX1`, `E01040010` to `E01`. */
export function errCode(info: string): string {
  return /^42[A-Z]/.test(info) ? info.slice(2, 5) : info.slice(0, 3)
}

export function errorFields(infos: readonly string[]): Fields {
  return { ErrCode: infos.map(errCode).join('|'), ErrInfo: infos.join('|') }
}

/** For the inspector and the developer's page. */
export const MEANINGS: Record<string, string> = {
  '42G020000': '残高不足',
  '42G120000': 'カードが使えない',
  '42G440000': 'セキュリティコードの誤り',
  '42G650000': 'カード番号の誤り',
  '42G830000': '有効期限の誤り',
  '42C010000': '通信障害',
  E01030002: 'ショップIDとパスワードの組が違う',
  E01040010: 'オーダーIDが使用済み',
  E01060010: '金額が承認と違う',
  E01110002: '取引が見つからない',
  E01110010: '決済が完了していない取引',
  E01210002: 'サイトIDとパスワードの組が違う',
  E01240002: 'カードが見つからない',
  E01390002: '会員が見つからない',
  E01390010: '会員IDが登録済み',
  E11010001: '決済が完了済み',
  E11010002: '決済が未完了',
  E11010003: 'この状態では実行できない',
  E11010010: '180日(売上の確定は90日)を超えた',
  E21010001: '本人認証に失敗',
  E21010201: '本人認証に未対応のカード',
  E21010999: '本人認証が終わっていない',
  E21020002: '本人認証をお客様が取りやめた',
  E31500014: 'POSTではない',
  E61040001: 'カード番号の直接送信は契約外',
  E91099997: '存在しないAPI',
  EX1000301: 'トークンが存在しない',
  EX1000302: 'トークンが使用済み',
  EX1000303: 'トークンが期限切れ',
}
