#!/usr/bin/env node
// The program straight from src: Node strips the types. For development only; not in the package.
import { main } from '../src/main.ts';

await main();
