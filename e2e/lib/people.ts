import { randomUUID } from 'node:crypto'
import { PASSWORD } from './login.ts'

/** A person who was never here before; the house number cannot exist. */
export interface Person {
  email: string
  password: string
  name01: string
  name02: string
  kana01: string
  kana02: string
  postcode: string
  houseNumber: string
  phone: string
}

export const newPerson = (more: Partial<Person> = {}): Person => ({
  email: `e2e-${randomUUID().slice(0, 13)}@example.com`,
  password: PASSWORD,
  name01: '椿野',
  name02: '咲',
  kana01: 'つばきの',
  kana02: 'さき',
  postcode: '1500001',
  houseNumber: '0-0-11',
  phone: '09000000011',
  ...more,
})
