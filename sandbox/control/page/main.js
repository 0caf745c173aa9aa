/* The sandbox's page: the demo, the control panel and the app's reports. */

import { startClock } from './time.js';
import { startDevices } from './panel/devices.js';
import { startFaults } from './panel/faults.js';
import { startRecords } from './panel/records.js';
import { startServer } from './panel/server.js';
import { startUsers } from './panel/users.js';
import { startReports } from './reports/reports.js';
import { startDeviceView } from './story/device.js';
import { startPhone } from './story/phone.js';
import { startRoles } from './story/roles.js';
import { startStory } from './story/story.js';
import { startTabs } from './tabs.js';
import { startLanguage } from './words.js';
import { startPolling } from './world.js';

startLanguage();
startTabs();
startPhone();
startClock();
startRoles();
startStory();
startDeviceView();
startUsers();
startDevices();
startRecords();
startServer();
startFaults();
startReports();
startPolling();
