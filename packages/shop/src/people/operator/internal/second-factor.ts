import { createHash, randomInt } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { operator, operator_recovery_code } from '@kushi/db/schema/operator'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import qrcode from 'qrcode-generator'
import type { AdminQueryContext } from '../../../foundation/admin/index.ts'

const STEP_SECONDS = 30

/** The authenticator's key (RFC 6238: SHA-1, 6 digits, 30 seconds, which every app supports). */
const totp = (secret: string, label: string) =>
  new TOTP({ issuer: 'Kushi', label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_SECONDS })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth://…` URL and its QR code as SVG. */
export function totpSetup(secret: string, email: string): { otpauth_url: string; qr_svg: string } {
  const otpauth_url = totp(secret, email).toString()
  const code = qrcode(0, 'M')
  code.addData(otpauth_url)
  code.make()
  return { otpauth_url, qr_svg: code.createSvgTag({ cellSize: 4, margin: 8, scalable: true }) }
}

/** The time step of a code, one step before and after allowed; null when the code is wrong. */
export function matchTotpStep(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta
}

/** Accepts an operator's authenticator code or recovery code; each works once. */
export async function consumeSecondFactorCode(
  tx: Queryable,
  ctx: AdminQueryContext,
  operator_id: number,
  given: string,
): Promise<boolean> {
  const code = given.replace(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(tx, ctx, operator_id, code)
  const [row] = await tx
    .select({ totp_secret: operator.totp_secret })
    .from(operator)
    .where(eq(operator.id, operator_id))
  const step = row?.totp_secret ? matchTotpStep(ctx.secrets.open(row.totp_secret), code, ctx.clock.now()) : null
  if (step === null) return false
  const used = await tx
    .update(operator)
    .set({ totp_step: step })
    .where(and(eq(operator.id, operator_id), or(isNull(operator.totp_step), lt(operator.totp_step, step))))
    .returning({ id: operator.id })
  return used.length === 1
}

async function useRecoveryCode(
  tx: Queryable,
  ctx: AdminQueryContext,
  operator_id: number,
  code: string,
): Promise<boolean> {
  const used = await tx
    .update(operator_recovery_code)
    .set({ used_at: ctx.clock.now() })
    .where(
      and(
        eq(operator_recovery_code.operator_id, operator_id),
        eq(operator_recovery_code.code_hash, hashCode(code)),
        isNull(operator_recovery_code.used_at),
      ),
    )
    .returning({ operator_id: operator_recovery_code.operator_id })
  return used.length === 1
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const hashCode = (code: string) => createHash('sha256').update(code).digest()

/** Makes ten new recovery codes of 60 bits, which replace the old ones. Returns them only this once. */
export async function replaceRecoveryCodes(tx: Queryable, operator_id: number): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () =>
    Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  await tx.delete(operator_recovery_code).where(eq(operator_recovery_code.operator_id, operator_id))
  await tx.insert(operator_recovery_code).values(codes.map((code) => ({ operator_id, code_hash: hashCode(code) })))
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}
