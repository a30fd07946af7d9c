import { checkOfForeign, eccubeHash } from '../../session/index.ts'
import type { ForeignPassword } from '../rules/read-password.ts'
import type { RowReader } from '../rules/row-reader.ts'

/** argon2id as PHP writes it, within what a login may cost. */
const ours = /^\$argon2id\$v=19\$m=\d{1,6},t=\d,p=\d\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/

/** What is kept of a password: null where nobody could log in by it, which is noted. */
export function hashOf(reader: RowReader, password: ForeignPassword | null, sealedMagic: string | null): string | null {
  if (password === null) return null
  const without = (why: string) => {
    reader.note('パスワードハッシュ', `${why}お客様は「パスワードをお忘れの方」から設定します。`)
    return null
  }
  if (password.kind === 'eccube' && sealedMagic === null)
    return without('EC-CUBEのAUTH_MAGICがないため、パスワードを引き継げません。')
  const stored = password.kind === 'eccube' ? eccubeHash({ ...password, sealedMagic: sealedMagic! }) : password.stored
  return ours.test(stored) || checkOfForeign(stored) ? stored : without('パスワードの形式が分からず、引き継げません。')
}
