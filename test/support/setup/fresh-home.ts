// Run before every test file, also where one process runs several.
import './bundled-reader.ts';
import { moveHome } from '../run-fleet.ts';

moveHome();
