import { createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import type { SecretBox } from '../../../secret-box.ts'

const derive = promisify(pbkdf2)

/** Checks a password against a hash of another system. */
type Check = (password: string, secrets: Pick<SecretBox, 'open'>) => Promise<boolean>

/** Maximum cost of a login: hashes with a higher cost are not accepted. */
const most = { bcrypt_cost: 14, iterations: 2_000_000, phpass_cost: 16 }

/** 他システムのパスワード: returns the check for a hash of another system; null: our own, or an unknown scheme. */
export function foreignPasswordCheck(stored: string): Check | null {
  return ofBcrypt(stored) ?? ofPbkdf2(stored) ?? ofPhpass(stored) ?? ofEccube(stored)
}

/** bcrypt, as written by PHP (`$2y$`), Ruby and EC-CUBE from 4.3 on. */
function ofBcrypt(stored: string): Check | null {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored) ?? []
  if (!cost || Number(cost) < 4 || Number(cost) > most.bcrypt_cost) return null
  return (password) => verifyBcrypt(password, stored)
}

/** `$pbkdf2-sha256$6400$salt$hash` of passlib, `pbkdf2_sha256$10000$salt$hash` of Django. */
function ofPbkdf2(stored: string): Check | null {
  const [, passlib, rounds, salt64, hash64] =
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(\d{1,7})\$([./A-Za-z0-9]*)\$([./A-Za-z0-9]{20,})$/.exec(stored) ?? []
  if (rounds && hash64)
    return pbkdf2Of(passlib ?? 'sha1', Number(rounds), fromAdapted(salt64 ?? ''), fromAdapted(hash64))
  const [, django, iterations, salt, hash] =
    /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,7})\$([^$]+)\$([+/A-Za-z0-9]{20,}={0,2})$/.exec(stored) ?? []
  if (!django || !salt || !hash) return null
  return pbkdf2Of(django, Number(iterations), Buffer.from(salt), Buffer.from(hash, 'base64'))
}

/** passlib writes base64 with a dot for the plus sign and without padding. */
const fromAdapted = (text: string) => Buffer.from(text.replaceAll('.', '+'), 'base64')

function pbkdf2Of(digest: string, iterations: number, salt: Buffer, expected: Buffer): Check | null {
  if (iterations < 1 || iterations > most.iterations || expected.length < 16 || expected.length > 64) return null
  return async (password) =>
    timingSafeEqual(await derive(password, salt, iterations, expected.length, digest), expected)
}

const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** phpass, as used by WordPress and similar systems: MD5, repeated thousands of times. */
function ofPhpass(stored: string): Check | null {
  const [, cost, salt, hash] = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/.exec(stored) ?? []
  const log2 = cost ? letters.indexOf(cost) : -1
  if (!salt || !hash || log2 < 7 || log2 > most.phpass_cost) return null
  return async (password) => {
    const md5 = (...parts: (string | Buffer)[]) =>
      parts.reduce((all, part) => all.update(part), createHash('md5')).digest()
    let digest = md5(salt, password)
    for (let n = 0; n < 2 ** log2; n++) digest = md5(digest, password)
    return timingSafeEqual(Buffer.from(phpassText(digest)), Buffer.from(hash))
  }
}

/** phpass's own base64: least significant bits first. */
function phpassText(digest: Buffer): string {
  let text = ''
  for (let at = 0; at < digest.length; at += 3) {
    const bytes = digest.subarray(at, at + 3)
    const value = bytes.reduce((sum, byte, n) => sum | (byte << (8 * n)), 0)
    for (let n = 0; n <= bytes.length; n++) text += letters[(value >> (6 * n)) & 63]
  }
  return text
}

/**
 * EC-CUBE 3 to 4.2: HMAC-SHA256 of `password:AUTH_MAGIC` under the member's salt; older members without a salt: SHA-1
 * of the same. The shop's AUTH_MAGIC is stored sealed beside it, so a copy of the database alone can't be used for
 * guessing.
 */
export const encodeEccubeHash = ({
  salt,
  hash,
  sealedMagic,
}: {
  salt: string
  hash: string
  sealedMagic: string
}): string => `$eccube$${Buffer.from(salt).toString('base64')}$${hash.toLowerCase()}$${sealedMagic}`

function ofEccube(stored: string): Check | null {
  const [, salt64 = '', hash, sealed] =
    /^\$eccube\$([+/=A-Za-z0-9]*)\$([0-9a-f]{40}|[0-9a-f]{64})\$(.+)$/.exec(stored) ?? []
  const salt = Buffer.from(salt64, 'base64')
  if (!hash || !sealed || (hash.length === 40) !== (salt.length === 0)) return null
  const expected = Buffer.from(hash, 'hex')
  return async (password, secrets) => {
    const text = `${password}:${secrets.open(sealed)}`
    const digest = salt.length === 0 ? createHash('sha1').update(text) : createHmac('sha256', salt).update(text)
    return timingSafeEqual(digest.digest(), expected)
  }
}
