import type { GuardStep } from './context.ts'

/** 1. The environment's configuration. Without it there is only home; the next navigation tries again. */
export const loadEnvironment: GuardStep = async (to, deps) => {
  try {
    await deps.loadConfig()
  } catch {
    return to.pathname === '/' ? undefined : '/'
  }
}
