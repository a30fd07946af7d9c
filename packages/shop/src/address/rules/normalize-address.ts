import type { FieldFailure } from '@kushi/contract/failure'
import type { AddressForm } from '@kushi/contract/form/address'
import { required } from '@kushi/values/field-rule'
import { toRegistrable } from '@kushi/values/registrable'
import { stripCommas, toHalfWidth, trim } from '@kushi/values/text'

/**
 * A name or a part of an address as slips and carriers' files can take it: half-width, Windows' characters, no commas,
 * no line breaks, single spaces.
 */
export const normalizeText = (text: string): string =>
  trim(stripCommas(toRegistrable(toHalfWidth(text))).replace(/\s+/g, ' '))

/** The address with its names and texts normalised; digits and kana are refused by the contract if they are not. */
export function normalizeAddress<A extends AddressForm>(address: A): A {
  const { name01, name02, addr01, addr02, addr03 } = address
  return {
    ...address,
    name01: normalizeText(name01),
    name02: normalizeText(name02),
    addr01: normalizeText(addr01),
    addr02: normalizeText(addr02),
    addr03: normalizeText(addr03),
  }
}

const labels = { name01: '姓', name02: '名', addr01: '市区町村', addr02: '番地' } as const

/** What was nothing but commas is missing now. */
export function addressFailures(normalized: AddressForm): FieldFailure[] {
  return Object.entries(labels).flatMap(([path, label]) => {
    const broken = required(label)(normalized[path as keyof typeof labels])
    return broken ? [{ path, ...broken }] : []
  })
}
