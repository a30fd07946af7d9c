import { expect, test } from 'vitest'
import { clearRegister } from './auth.ts'
import { fakeStorage } from './fake-storage.ts'
import { REGISTER_KEY, registerStore, saveRegister } from './register.ts'

test('the input survives a reload and is deleted with the purchase', () => {
  const storage = fakeStorage({
    [REGISTER_KEY]: JSON.stringify({ customer: { email: 'a@example.com' }, shipping_fee: 660 }),
  })
  saveRegister(storage)
  expect(registerStore.getState()).toMatchObject({ customer: { email: 'a@example.com' }, shipping_fee: 660 })

  registerStore.setState({ customer: { email: 'b@example.com' } })
  expect(storage.all.get(REGISTER_KEY)).toContain('b@example.com')

  clearRegister()
  expect(storage.all.has(REGISTER_KEY)).toBe(false)
})
