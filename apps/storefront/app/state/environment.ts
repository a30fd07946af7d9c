import type { EnvironmentConfig } from '@kushi/contract/common'
import { createStore } from 'zustand/vanilla'

/** The configuration of this installation (`init`); null until the first navigation has loaded it. */
export const environmentStore = createStore<{ config: EnvironmentConfig | null }>(() => ({ config: null }))

/** The configuration. After the guard it exists on every screen except home. */
export const environment = () => environmentStore.getState().config
