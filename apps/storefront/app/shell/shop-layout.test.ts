import { expect, test } from 'vitest'
import { isRefusedWhileActing } from './shop-layout.tsx'

test.each([
  ['/mypage/payments/new', true],
  ['/mypage/payments/0/edit', true],
  ['/mypage/payments', false],
  ['/mypage/customer', false],
  ['/mypage/customer/email', true],
  ['/contact', true],
  ['/contact/confirm', true],
  ['/contents/faq.html', false],
  ['/periodic-purchase', true],
  ['/normal-purchase/confirm', false],
  ['/mypage/subscriptions/3/edit', false],
])('%s: %s', (path, own) => expect(isRefusedWhileActing(path)).toBe(own))
