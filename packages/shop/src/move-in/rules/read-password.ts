import type { RowReader } from './row-reader.ts'

export type ForeignPassword =
  | { kind: 'text'; stored: string }
  /** Made with the shop's AUTH_MAGIC. */
  | { kind: 'eccube'; salt: string; hash: string }

const methods: Record<string, string> = { 'PBKDF2-SHA1': 'sha1', 'PBKDF2-SHA256': 'sha256', 'PBKDF2-SHA512': 'sha512' }

/** パスワードハッシュ: one text, or in parts. null: the member sets a password by 「パスワードをお忘れの方」. */
export function readPassword(reader: RowReader): ForeignPassword | null {
  const hash = reader.text('パスワードハッシュ')
  if (hash === '') return null
  const method = reader.text('パスワード方式').normalize('NFKC').toUpperCase()
  const salt = reader.text('ソルト')
  if (method === 'EC-CUBE' || method === 'ECCUBE') return { kind: 'eccube', salt, hash }
  const digest = methods[method.replace('_', '-')]
  if (digest === undefined) return { kind: 'text', stored: hash }
  const rounds = reader.neededWhole('反復回数', { min: 1, max: 2_000_000 })
  return { kind: 'text', stored: `$pbkdf2-${digest}$${rounds}$${adapted(salt, false)}$${adapted(hash, true)}` }
}

/** Base64 as passlib writes it. A salt is text; a hash is base64, or hexadecimal when it can be nothing else. */
function adapted(text: string, isHash: boolean): string {
  const isHex = isHash && /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text)
  const bytes = Buffer.from(text, isHex ? 'hex' : isHash ? 'base64' : 'utf8')
  return bytes.toString('base64').replaceAll('=', '').replaceAll('+', '.')
}
