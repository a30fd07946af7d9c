import type { FieldFailure } from '@kushi/contract/failure'

/** A failure that a customer can cause and sees: HTTP status, constant name, Japanese message. */
export class ShopError extends Error {
  readonly status: number
  readonly error: string
  /** Application code if the wire has one (8002 …), otherwise the status. */
  readonly code: number
  readonly fields: FieldFailure[] | undefined
  constructor(status: number, error: string, message: string, more: { code?: number; fields?: FieldFailure[] } = {}) {
    super(message)
    this.status = status
    this.error = error
    this.code = more.code ?? status
    this.fields = more.fields
  }
}

/** Also for records of another customer, so that the response does not reveal whether they exist. */
export const notFound = () => new ShopError(404, 'ERROR_NOT_FOUND', 'お探しの情報が見つかりませんでした。')

/** Field rules that only the server can check, reported like those of the contract. */
export const invalidFields = (fields: FieldFailure[]) =>
  new ShopError(422, 'ERROR_VALIDATION', fields[0]?.message ?? '入力内容をご確認ください。', { fields })

/** A value that is well-formed and can't be taken now, reported beside its field. */
export const refusedField = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])
