import { expect, test } from 'vitest'
import { mergeConsentProblem, mergeConsentRequestProblem, mergeRequestState } from './merge-request.ts'

const now = new Date('2026-11-20T00:00:00Z')
const later = new Date('2026-11-21T00:00:00Z')
const request = (more: object = {}) => ({
  agreed_at: null,
  kept_agreed_at: null,
  refused_at: null,
  identity_check: '',
  expires_at: later,
  ...more,
})

test.each([
  ['asked', {}, false],
  ['asked', { agreed_at: now }, false],
  ['asked', { kept_agreed_at: now }, false],
  ['agreed', { agreed_at: now, kept_agreed_at: now }, true],
  ['recorded', { identity_check: '運転免許証' }, true],
  ['expired', { expires_at: now }, false],
  ['expired', { agreed_at: now, kept_agreed_at: now, expires_at: now }, false],
  ['expired', { identity_check: '運転免許証', expires_at: now }, false],
  ['refused', { agreed_at: now, kept_agreed_at: now, refused_at: now }, false],
  ['refused', { refused_at: now, expires_at: now }, false],
])('%s %j', (state, more, isAllowed) => {
  expect(mergeRequestState(request(more), now)).toBe(state)
  expect(mergeConsentProblem(mergeRequestState(request(more), now)) === null).toBe(isAllowed)
})

test('nobody asked is no consent; no link goes to an address that nobody proved, or to who refused', () => {
  expect(mergeConsentProblem(null)).not.toBeNull()
  const [proven, unproven] = [
    { id: 1, has_proof: true },
    { id: 2, has_proof: false },
  ]
  expect(mergeConsentRequestProblem(proven, { ...proven, id: 3 }, null)).toBeNull()
  expect(mergeConsentRequestProblem(proven, unproven, null)).toContain('会員2')
  expect(mergeConsentRequestProblem(unproven, proven, null)).toContain('会員2')
  expect(mergeConsentRequestProblem(proven, proven, 'refused')).not.toBeNull()
})
