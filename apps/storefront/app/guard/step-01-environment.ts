import type { GuardStep } from './context.ts'

/** 1. Loads the environment's configuration. Without it only the home page works; the next navigation tries again. */
export const loadEnvironment: GuardStep = async (to, deps) => {
  try {
    await deps.loadConfig()
  } catch {
    return to.pathname === '/' ? undefined : '/'
  }
}
