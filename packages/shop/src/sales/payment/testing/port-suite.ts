import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  type PaymentSource,
  PaymentUnavailable,
} from '../../../ports/payment-port.ts'
import { portTestOrder } from './suite-order.ts'

export type PortStep = 'authorise' | 'finish' | 'capture' | 'void' | 'refund' | 'change'

/** A provider's adapter together with its simulator. */
export interface PortUnderTest {
  port: PaymentPort
  /** Returns a means of payment that succeeds, new for each attempt of this amount and number. */
  source(amount: number, provider_order_id: string): Promise<PaymentSource>
  /** null: the customer is absent. */
  return_url: string | null
  /** More than was authorised is refused. */
  never_more?: true
  /** Charged and captured at the same time: nothing is voided, changed or captured later. */
  captures_on_charge?: true
  /** A refund names the parcel of the report, which only `capture` returns. */
  captures_parcel?: true
  /** Acts as the customer at the provider until the browser returns. */
  visit?(redirect_url: string): Promise<unknown>
  /** The part of the browser's return that the shop adds to the attempt. */
  brought?(visited: unknown): PaymentReference
  /** The provider's own books of an attempt: yen that it has authorised, and yen captured and not refunded. */
  books(attempt: PaymentAttempt): Promise<{ reserved: number; taken: number }>
  /** Makes the next call of `api` fail in the way of `kind`. */
  fault(api: string, kind: string): Promise<unknown>
  clearFaults(): Promise<unknown>
  /** The provider's calls in each step. A step without calls is left out. */
  apis: Partial<Record<PortStep, readonly string[]>>
}

const kinds = ['drop-before', 'drop-after', 'timeout-after', '500', 'truncate'] as const
const parcel = { carrier: 'yamato', tracking_no: '123456789012' }

let count = 0
const newAttempt = (amount = 3300): PaymentAttempt => ({
  provider_order_id: `K261121-${process.pid.toString(36)}${String(++count).padStart(5, '0')}`.toUpperCase(),
  amount,
  reference: {},
})

/**
 * The same tests for every provider: each step, each step repeated, and each step with the connection cut before,
 * during and after each of its calls. The provider's books must then agree with ours. Call it in a test file of the
 * adapter.
 */
export function describePaymentPort(name: string, provider: PortUnderTest): void {
  const { port, captures_on_charge: isTaken } = provider
  /** The expected books after a charge. */
  const standing = (yen: number) => (isTaken ? { reserved: 0, taken: yen } : { reserved: yen, taken: 0 })
  const state = isTaken ? 'captured' : 'authorised'

  const authorise = async (attempt: PaymentAttempt, source: PaymentSource): Promise<Authorisation> =>
    port.authorise(attempt, source, portTestOrder(attempt.amount), provider.return_url)
  /** Pays an attempt to the end, as the shop does. */
  async function pay(attempt: PaymentAttempt, source: PaymentSource): Promise<PaymentAttempt> {
    let answer = await authorise(attempt, source)
    let at = { ...attempt, reference: answer.reference }
    if (answer.kind === 'redirect') {
      const visited = await provider.visit?.(answer.redirect_url)
      at = { ...at, reference: { ...at.reference, ...provider.brought?.(visited) } }
      answer = await again(() => port.finish(at))
      at = { ...attempt, reference: answer.reference }
    }
    expect(answer.kind).toBe('authorised')
    return at
  }
  async function authorised(amount?: number): Promise<PaymentAttempt> {
    const attempt = newAttempt(amount)
    const source = await provider.source(attempt.amount, attempt.provider_order_id)
    return again(() => pay(attempt, source))
  }
  const captured = async () => {
    const attempt = await authorised()
    return isTaken ? attempt : { ...attempt, reference: await port.capture(attempt, parcel) }
  }
  /** Retries when there is no response, as the shop does. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof PaymentUnavailable) || tries === 4) throw error
        await provider.clearFaults()
      }
  }

  describe(name, () => {
    afterEach(() => provider.clearFaults())

    test('authorised, captured, refunded in part, then in full; each step repeated counts once', async () => {
      let attempt = await authorised()
      expect(await provider.books(attempt)).toEqual(standing(3300))
      expect(await port.find(attempt)).toMatchObject({ state, amount: 3300, refunded_amount: 0 })
      if (!isTaken) for (let n = 0; n < 2; n++) attempt = { ...attempt, reference: await port.capture(attempt, parcel) }
      expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 3300 })
      expect(await port.find(attempt)).toMatchObject({ state: 'captured', amount: 3300, refunded_amount: 0 })
      for (let n = 0; n < 2; n++) attempt = { ...attempt, reference: await port.refund(attempt, 1000) }
      expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 2300 })
      expect(await port.find(attempt)).toMatchObject({ state: 'refunded', amount: 3300, refunded_amount: 1000 })
      for (let n = 0; n < 2; n++) attempt = { ...attempt, reference: await port.refund(attempt, 3300) }
      expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 0 })
      expect(await port.find(attempt)).toMatchObject({ state: 'refunded', refunded_amount: 3300 })
    })

    test.skipIf(provider.captures_parcel)(
      'captured, and the answer is lost: `find` gives what refunds need',
      async () => {
        for (const totals of [[1000, 3300], [3300]]) {
          let attempt = await authorised()
          if (!isTaken) await port.capture(attempt, parcel)
          const found = await port.find(attempt)
          expect(found).toMatchObject({ state: 'captured', amount: 3300, refunded_amount: 0 })
          attempt = { ...attempt, reference: found!.reference }
          for (const total of totals) {
            attempt = { ...attempt, reference: await port.refund(attempt, total) }
            expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 3300 - total })
            expect(await port.find(attempt)).toMatchObject({ state: 'refunded', refunded_amount: total })
          }
        }
      },
    )

    test.skipIf(isTaken)('voided before capture; repeated, it counts once', async () => {
      const attempt = await authorised()
      for (let n = 0; n < 2; n++) await port.void(attempt)
      expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 0 })
      expect(['voided', 'refused']).toContain((await port.find(attempt))?.state)
    })

    test.skipIf(isTaken)('changed to a lower and a higher amount before capture', async () => {
      const attempt = await authorised()
      let reference = await port.change(attempt, 3000, portTestOrder(3000))
      const lower = { ...attempt, amount: 3000, reference }
      const more = port.change(lower, 3500, portTestOrder(3500))
      if (provider.never_more) await expect(more).rejects.toMatchObject({ refusal: 'limit' })
      else reference = await more
      const amount = provider.never_more ? 3000 : 3500
      const changed = { ...attempt, amount, reference }
      expect(await provider.books(changed)).toEqual({ reserved: amount, taken: 0 })
      await port.capture(changed, parcel)
      expect(await provider.books(changed)).toEqual({ reserved: 0, taken: amount })
    })

    test.skipIf(isTaken)(
      'changed to a lower amount that was not written, and back: all of it is captured',
      async () => {
        const attempt = await authorised()
        await port.change(attempt, 3000, portTestOrder(3000))
        const reference = await port.change(attempt, 3300, portTestOrder(3300))
        const back = { ...attempt, reference }
        expect(await provider.books(back)).toEqual({ reserved: 3300, taken: 0 })
        await port.capture(back, parcel)
        expect(await provider.books(back)).toEqual({ reserved: 0, taken: 3300 })
      },
    )

    test('requested twice under one number, it is one payment', async () => {
      const attempt = newAttempt()
      const source = await provider.source(attempt.amount, attempt.provider_order_id)
      const first = await authorise(attempt, source)
      const second = await authorise(attempt, source).catch(refusedOf)
      if (first.kind !== 'redirect') expect(second).toMatchObject({ kind: first.kind })
      expect(await provider.books(attempt)).toEqual(standing(first.kind === 'authorised' ? 3300 : 0))
    })

    test('an unknown number is null', async () => {
      expect(await port.find(newAttempt())).toBeNull()
    })

    describe.each(kinds)('%s', (kind) => {
      // For a port, a silent connection and a cut one differ only in the wait, so one step is enough for the silent
      // one.
      const isShown = (step: PortStep) => kind !== 'timeout-after' || step === 'authorise'
      const cut = (step: PortStep) => (isShown(step) ? (provider.apis[step] ?? []) : []).map((api) => [api] as const)

      test.each(cut('authorise'))(
        'at %s: asked again it stands once, or is refused and nothing stands',
        async (api) => {
          const attempt = newAttempt()
          const source = await provider.source(attempt.amount, attempt.provider_order_id)
          await provider.fault(api, kind)
          const paid = await again(() => pay(attempt, source)).catch(refusedOf)
          await provider.clearFaults()
          const isPaid = 'reference' in paid
          expect(await provider.books(attempt)).toEqual(standing(isPaid ? 3300 : 0))
          const found = (await port.find(isPaid ? paid : attempt))?.state
          if (isPaid) expect(found).toBe(state)
          else expect(['authorised', 'captured', 'held']).not.toContain(found)
        },
      )
      test.each(cut('finish'))('at %s: the money is requested once', async (api) => {
        const attempt = newAttempt()
        const answer = await authorise(attempt, await provider.source(attempt.amount, attempt.provider_order_id))
        if (answer.kind !== 'redirect') throw new Error(`${api}: nobody is sent away`)
        const visited = await provider.visit?.(answer.redirect_url)
        await provider.fault(api, kind)
        const at = { ...attempt, reference: { ...answer.reference, ...provider.brought?.(visited) } }
        expect(await again(() => port.finish(at))).toMatchObject({ kind: 'authorised' })
        expect(await provider.books(at)).toEqual(standing(3300))
      })
      test.each(cut('capture'))('at %s: captured once', async (api) => {
        const attempt = await authorised()
        await provider.fault(api, kind)
        await again(() => port.capture(attempt, parcel))
        expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 3300 })
      })
      test.each(cut('void'))('at %s: voided', async (api) => {
        const attempt = await authorised()
        await provider.fault(api, kind)
        await again(() => port.void(attempt))
        expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 0 })
      })
      test.each(cut('refund'))('at %s: refunded once', async (api) => {
        let attempt = await captured()
        await provider.fault(api, kind)
        attempt = { ...attempt, reference: await again(() => port.refund(attempt, 1000)) }
        await provider.clearFaults()
        expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 2300 })
        await provider.fault(api, kind)
        await again(() => port.refund(attempt, 3300))
        await provider.clearFaults()
        expect(await provider.books(attempt)).toEqual({ reserved: 0, taken: 0 })
      })
      test.each(cut('change'))('at %s: changed', async (api) => {
        const attempt = await authorised()
        await provider.fault(api, kind)
        const reference = await again(() => port.change(attempt, 3000, portTestOrder(3000)))
        expect(await provider.books({ ...attempt, amount: 3000, reference })).toEqual({ reserved: 3000, taken: 0 })
      })
    })

    test('after any sequence of steps and lost connections the books agree to the yen', {
      timeout: 120_000,
    }, async () => {
      const step = fc.record({
        do: fc.constantFrom('capture' as const, 'refund' as const, 'void' as const, 'change' as const),
        part: fc.integer({ min: 1, max: 10 }),
        kind: fc.option(fc.constantFrom('drop-before', 'drop-after', '500', 'truncate')),
        which: fc.nat(9),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
          let attempt = await authorised(3000)
          let ours = standing(3000)
          for (const one of steps) {
            const isReserved = ours.reserved > 0
            if (one.do === 'refund' ? ours.taken === 0 : !isReserved) continue
            const apis = provider.apis[one.do] ?? []
            if (one.kind && apis.length > 0) await provider.fault(apis[one.which % apis.length]!, one.kind)
            if (one.do === 'capture') {
              const reference = await again(() => port.capture(attempt, parcel))
              attempt = { ...attempt, reference }
              ours = { reserved: 0, taken: ours.reserved }
            } else if (one.do === 'void') {
              await again(() => port.void(attempt))
              ours = { reserved: 0, taken: 0 }
            } else if (one.do === 'change') {
              const amount = Math.min(2500 + one.part * 100, provider.never_more ? 3000 : 3500)
              const reference = await again(() => port.change(attempt, amount, portTestOrder(amount)))
              attempt = { ...attempt, amount, reference }
              ours = { reserved: amount, taken: 0 }
            } else {
              const given = Math.floor((attempt.amount * one.part) / 10)
              const before = attempt.amount - ours.taken
              const reference = await again(() => port.refund(attempt, given))
              attempt = { ...attempt, reference }
              ours = { reserved: 0, taken: attempt.amount - Math.max(before, given) }
            }
            await provider.clearFaults()
            expect(await provider.books(attempt)).toEqual(ours)
          }
          const trade = await again(() => port.find(attempt))
          if (ours.taken > 0) expect(trade!.amount - trade!.refunded_amount).toBe(ours.taken)
        }),
        { numRuns: Number(process.env.PORT_RUNS) || 15 },
      )
    })
  })
}

/** Returns a refusal as a value and throws any other error. */
function refusedOf(error: unknown): PaymentRefused {
  if (error instanceof PaymentRefused) return error
  throw error
}
