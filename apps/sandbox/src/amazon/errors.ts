/** Every reason code of the API, with its HTTP status and its meaning for the inspector. */
const REASONS: Record<string, readonly [status: number, meaning: string]> = {
  InvalidHeaderValue: [400, 'ヘッダーの値が正しくない'],
  InvalidParameterValue: [400, '項目の値が正しくない'],
  InvalidRequestFormat: [400, 'JSONとして読めない'],
  MissingHeader: [400, 'ヘッダーがない'],
  MissingParameterValue: [400, '必須の項目がない'],
  UnrecognizedField: [400, '知らない項目がある'],
  DuplicateIdempotencyKey: [400, '同じ冪等キーで内容が違う'],
  InvalidParameterCombination: [400, '項目の組み合わせが正しくない'],
  CurrencyMismatch: [400, '円ではない'],
  TransactionAmountExceeded: [400, '金額の上限を超えた'],
  PeriodicAmountExceeded: [400, '月10万円の上限を超えた'],
  UnauthorizedAccess: [401, '権限がない'],
  InvalidAuthentication: [403, '鍵IDが登録されていない'],
  InvalidAccountStatus: [403, 'アカウントが使えない'],
  InvalidRequestSignature: [403, '署名が合わない'],
  ResourceNotFound: [404, '見つからない'],
  UnsupportedOperation: [405, 'この操作はない'],
  RequestTimeout: [408, '時間切れ'],
  AmountMismatch: [409, '金額が更新時と違う'],
  InvalidChargeStatus: [422, '請求がこの操作のできる状態にない'],
  InvalidCheckoutSessionStatus: [422, 'セッションがこの操作のできる状態にない'],
  CheckoutSessionCanceled: [422, 'セッションは取り消されている'],
  InvalidChargePermissionStatus: [422, '課金許可がこの操作のできる状態にない'],
  ChargePermissionNotModifiable: [422, '課金許可は変更できない'],
  TransactionCountExceeded: [422, '回数の上限を超えた'],
  AmazonRejected: [422, 'Amazonが拒否した'],
  SoftDeclined: [422, '一時的に断られた。時間をおけば通ることがある'],
  HardDeclined: [422, '支払い方法が断られた。お客様の変更が要る'],
  MFANotCompleted: [422, '追加認証が済んでいない'],
  PaymentMethodNotAllowed: [422, '使えない支払い方法'],
  TransactionTimedOut: [422, '審査が時間内に終わらなかった'],
  TooManyRequests: [429, '呼び出しが多すぎる'],
  InternalServerError: [500, 'Amazonの内部エラー'],
  ProcessingFailure: [500, 'Amazonの処理エラー'],
  ServiceUnavailable: [503, '一時的に使えない'],
}

/** A rejection in Amazon's format: `{ reasonCode, message }` with the status of its reason. */
export class AmazonError extends Error {
  readonly reasonCode: string
  constructor(reasonCode: string, message = '') {
    super(message === '' ? reasonCode : message)
    this.reasonCode = reasonCode
  }
}

export const statusOf = (reasonCode: string) => REASONS[reasonCode]?.[0] ?? 400
export const meaningOf = (reasonCode: string) => REASONS[reasonCode]?.[1] ?? ''
