import type { GuardDeps, GuardStep, Navigation } from './context.ts'
import { loadEnvironment } from './step-01-environment.ts'
import { loadMasterData } from './step-02-master-data.ts'
import { startAnalyticsAndLine } from './step-03-analytics-and-line.ts'
import { loadUserAndCart } from './step-04-user-and-cart.ts'
import { refuseEmptyCart } from './step-05-empty-cart.ts'
import { restorePurchase } from './step-06-purchase.ts'
import { membersOnly } from './step-07-members-only.ts'
import { lineOnMobile } from './step-08-line-on-mobile.ts'
import { lineLogin } from './step-09-line-login.ts'
import { lineSubscribe } from './step-10-line-subscribe.ts'
import { logOut } from './step-11-logout.ts'

/** The specification defines this order. */
export const guardSteps: readonly GuardStep[] = [
  loadEnvironment,
  loadMasterData,
  startAnalyticsAndLine,
  loadUserAndCart,
  refuseEmptyCart,
  restorePurchase,
  membersOnly,
  lineOnMobile,
  lineLogin,
  lineSubscribe,
  logOut,
]

/** Runs the steps for a navigation. The first step that returns a path ends the run. */
export async function guard(to: Navigation, deps: GuardDeps): Promise<string | undefined> {
  for (const step of guardSteps) {
    const redirectTo = await step(to, deps)
    if (redirectTo !== undefined) return redirectTo
  }
}
