import { TOAST_MS } from '@kushi/values/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, toastInPlace, toastStore } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toastStore.setState({ toasts: [] })
})
afterEach(() => vi.useRealTimers())

const messages = () => toastStore.getState().toasts.map(({ message }) => message)

test('lasts five seconds', () => {
  toast('入れました')
  vi.advanceTimersByTime(TOAST_MS - 1)
  expect(messages()).toEqual(['入れました'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test('shows the same message once, and at most three at a time', () => {
  for (const text of ['a', 'b', 'b', 'c', 'd']) toast(text)
  expect(messages()).toEqual(['b', 'c', 'd'])
})

test('a toast of the screen is closed by a navigation; a toast of the navigation stays', () => {
  toastInPlace('カートに入れました')
  toast('変更しました')
  toastStore.getState().removeScreenToasts()
  expect(messages()).toEqual(['変更しました'])
})
