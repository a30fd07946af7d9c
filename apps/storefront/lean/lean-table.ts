import { reactDom, reactDomClient } from './react-dom.ts'
import { reactRouter } from './react-router.ts'

export const leanTable = [reactDomClient, reactDom, ...reactRouter]
