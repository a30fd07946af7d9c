import type { EnvironmentConfig } from '@kushi/contract/common'
import { createStore } from 'zustand/vanilla'

/** What this installation says of itself (`init`); null until the first navigation has loaded it. */
export const environmentStore = createStore<{ config: EnvironmentConfig | null }>(() => ({ config: null }))

/** The configuration, on any screen after the guard: it is there or one is at home. */
export const environment = () => environmentStore.getState().config
