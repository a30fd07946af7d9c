import { checkOfForeign, eccubeHash } from '../../session/index.ts'
import type { ForeignPassword } from '../rules/read-member.ts'
import type { RowReader } from '../rules/row-reader.ts'

const argon2id = /^\$argon2id\$v=19\$m=(\d{1,6}),t=[1-9],p=[1-9]\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/
/** The most memory of a login in KiB: a login with an unknown e-mail computes such a hash too. */
const mostMemory = 131_072

/** argon2id in PHP's format, within the cost limit of a login. */
const isOurs = (stored: string) => Number(argon2id.exec(stored)?.[1] ?? Number.POSITIVE_INFINITY) <= mostMemory

/** The password hash to store; null, with a note, when no login with it would be possible. */
export function hashOf(reader: RowReader, password: ForeignPassword | null, sealedMagic: string | null): string | null {
  if (password === null) return null
  const without = (why: string) => {
    reader.note('パスワードハッシュ', `${why}お客様は「パスワードをお忘れの方」から設定します。`)
    return null
  }
  if (password.kind === 'eccube' && sealedMagic === null)
    return without('EC-CUBEのAUTH_MAGICがないため、パスワードを引き継げません。')
  const stored = password.kind === 'eccube' ? eccubeHash({ ...password, sealedMagic: sealedMagic! }) : password.stored
  return isOurs(stored) || checkOfForeign(stored) ? stored : without('パスワードの形式が分からず、引き継げません。')
}
